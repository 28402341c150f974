"""Start the board. Ctrl-C comes back to the REPL, which is what mpremote needs."""

import tengen.app

tengen.app.main()
