// Shows in the reader's language that the address is wrong, with a link to the hall.

import "../controls.js";
import { fill, load } from "../words/i18n.js";

await load();
fill(document);
