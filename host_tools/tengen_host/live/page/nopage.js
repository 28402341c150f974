// Says in the reader's language that an address has no page, and leads to the hall.

import { load } from "./language.js";
import { fill } from "./languageview.js";
import "./theme.js";

await load();
fill(document);
