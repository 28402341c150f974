"""A page's modules are sent as one script, each run once, before those that import it."""

import re

import pytest
from tengen_host.live import scripts
from tengen_host.live.app import PAGE
from tengen_host.live.files import SCRIPTS


def modules(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text)
    return folder


def test_a_module_is_run_once_and_gives_what_it_exports_to_those_that_import_it(tmp_path):
    modules(
        tmp_path,
        a="""\
import { two as deux, Three } from "./b.js";
import * as c from "./c.js";
await deux(c.one, new Three());
""",
        b="""\
import {
  one,
} from "./c.js";
import "./c.js";
export async function two() {}
export class Three {}
""",
        c="""\
export const one = "export const no = 1;";
let mine = one;
""",
    )
    assert scripts.whole(tmp_path / "a.js") == """\
// c.js
const $c = (() => {
const one = "export const no = 1;";
let mine = one;
return { one };
})();

// b.js
const $b = (() => {
const {
  one,
} = $c;

async function two() {}
class Three {}
return { two, Three };
})();

const { two: deux, Three } = $b;
const c = $c;
await deux(c.one, new Three());
"""


def test_a_circle_is_told(tmp_path):
    modules(tmp_path, a='import "./b.js";\n', b='import "./c.js";\n', c='import "./b.js";\n')
    with pytest.raises(ValueError, match=r"circle: a\.js > b\.js > c\.js > b\.js"):
        scripts.whole(tmp_path / "a.js")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_page_has_one_script_and_nothing_is_left_to_import(name):
    text = scripts.whole(PAGE / name)
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    heads = re.findall(r"^// ([\w-]+\.js)$", text, re.MULTILINE)
    assert "language.js" in heads and len(heads) == len(set(heads))
