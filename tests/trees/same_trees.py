"""Compare trees of any depth."""

from tengen_host.records.tree import Node, Tree


def equal(one: Tree, other: Tree) -> bool:
    """Return whether two trees have the same content in the same order."""
    if (one.size, one.game) != (other.size, other.game):
        return False
    mine, theirs = one.nodes(), other.nodes()
    for (depth, node), (its_depth, its_node) in zip(mine, theirs, strict=False):
        if depth != its_depth or node != its_node or len(node.children) != len(its_node.children):
            return False
    return True


def stays(form, tree: Tree) -> None:
    """Check that a tree and its file stay the same when the tree is written and read again. `form`: a module."""
    written = form.write([tree])
    (again,) = form.read(written)
    assert equal(again, tree)
    assert form.write([again]) == written


def shape(node: Node) -> str:
    """Return the moves of a small tree: `h8(i9(g7)j10)`."""
    its = "".join(shape(child) for child in node.children)
    return (node.point or "-") + (f"({its})" if its else "")
