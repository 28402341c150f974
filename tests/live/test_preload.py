"""The modules that a page needs are found by their imports."""

from tengen_host.live import preload
from tengen_host.live.app import PAGE


def test_a_module_brings_all_that_it_imports_each_once(tmp_path):
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nimport * as c from "./c.js";\n')
    (tmp_path / "b.js").write_text('import {\n  c,\n} from "./c.js";\nexport { d } from "./d.js";\n')
    (tmp_path / "c.js").write_text("")
    (tmp_path / "d.js").write_text("const no = 'import { e } from \"./e.js\";';\n")
    assert preload.modules(tmp_path, "a.js") == ["a.js", "b.js", "c.js", "d.js"]
    modules_of_c = "<c.js>; rel=modulepreload; fetchpriority=low"
    assert preload.link(tmp_path, "c.js") == {"link": modules_of_c}
    asked = "<board.json>; rel=preload; as=fetch; crossorigin"
    assert preload.link(tmp_path, "c.js", ("board.json",)) == {"link": f"{modules_of_c}, {asked}"}


def test_the_page_and_the_hall_have_theirs():
    page, hall = preload.modules(PAGE, "main.js"), preload.modules(PAGE, "hall.js")
    assert {"board.js", "svg.js", "light.js"} <= set(page) and "smallboard.js" in hall
    assert all((PAGE / name).is_file() for name in page + hall)
