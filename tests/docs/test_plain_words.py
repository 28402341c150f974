"""Hard phrases are found in pages, docstrings and comments, but not in code or in generated parts."""

from tengen_docs import plain


def phrases(tmp_path, name, text):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return plain.hard_phrases([file])


def test_a_page(tmp_path):
    made = "<!-- made: a.b -->\nwhose\n<!-- /made -->\n"
    page = "# Board\n\nA board whose light is on.\n`whose`\n\n```\nwhose\n```\n" + made
    better = "make two sentences, or write `the ... of`"
    assert phrases(tmp_path, "page.md", page) == [f'page.md:3: "whose" is hard to read: {better}']


def test_docstrings_and_comments(tmp_path):
    code = '"""The board is told."""\n\n\ndef light():\n    return "whose"  # Whoever asks\n'
    assert [found.split(": ")[1] for found in phrases(tmp_path, "code.py", code)] == [
        '"is told" is hard to read',
        '"Whoever" is hard to read',
    ]


def test_what_is_said_every_day(tmp_path):
    assert phrases(tmp_path, "code.py", "# whose turn it is; it says that there is one\n") == []


def test_comments_of_scripts_and_tables(tmp_path):
    script = 'const whose = "whose"; // by whom\n/** What is told\n * to whom, https://whose */\nlight(whose);\n'
    assert [found.split(": ")[:2] for found in phrases(tmp_path, "code.js", script)] == [
        ["code.js:1", '"whom" is hard to read'],
        ["code.js:2", '"is told" is hard to read'],
        ["code.js:3", '"whose" is hard to read'],
        ["code.js:3", '"whom" is hard to read'],
    ]
    table = 'never = "One whose price is high."  # whom\n'
    assert [found.split('"')[1] for found in phrases(tmp_path, "parts.toml", table)] == ["whose", "whom"]
