// Says in the reader's language that an address has no page, and leads to the hall.

import "../controls.js";
import { fill, load } from "../words/i18n.js";

await load();
fill(document);
