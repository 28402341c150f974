"""Generate and check the documents: generated parts, links, pictures, commands, and the site.

A page is written by hand, except for its generated parts. A generated part is the text between `<!-- made: MAKER
ARGUMENTS -->` and `<!-- /made -->`. MAKER is a function of a module in makers/, such as `verbs.options`; made.py writes
the text that it returns. links.py finds dead links and missing pictures, commands.py parses each `tengen ...` in a page
with the real command line, names.py checks that the files and environment variables in the pages exist, site.py builds
the site, and board_page.py its page without installation. `python -m tengen_docs` runs these modules. This package is
not installed with the wheel.
"""
