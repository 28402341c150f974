"""The rules of each game for the page, with pictures computed from the game's own rules (rules/).

| address | content |
|---|---|
| `/rules/LANG/GAME.json` | {"game", "one", "goal", "sentences": [text, ...], "headings": {"openings", "options"},
"openings": [[name, text], ...], "options": [[name, text], ...], "pictures": [text, ...]}; English for an unknown
language |
| `/rules/GAME/N.svg` | picture N of the game, from 0 |
| `/rules/LANG/terms.json` | {term: a sentence that explains it}, for the terms of Renju: "straight four" ... |
| `/rules/terms/TERM.svg` | the picture of a term |
"""

from __future__ import annotations

import functools
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from tengen.games import registry

from ..i18n import Sentence, fields
from ..rules import drawing, pages, terms
from ..rules.texts import texts


def routes() -> list[Route]:
    """Return the routes of the pages of rules."""

    async def page(request: Request) -> Response:
        try:
            return JSONResponse(rules_page(request.path_params["game"], request.path_params["lang"]))
        except ValueError:
            return JSONResponse(fields(Sentence("rules.none")), status_code=404)

    async def picture(request: Request) -> Response:
        game, number = request.path_params["game"], request.path_params["number"]
        try:
            return Response(_picture(game, number), media_type="image/svg+xml")
        except (ValueError, IndexError):
            return PlainTextResponse("there is no such picture", status_code=404)

    async def term_texts(request: Request) -> Response:
        return JSONResponse(terms.sentences(request.path_params["lang"]))

    async def term(request: Request) -> Response:
        try:
            return Response(_term(request.path_params["term"]), media_type="image/svg+xml")
        except KeyError:
            return PlainTextResponse("there is no such term", status_code=404)

    return [
        Route("/rules/{lang}/terms.json", term_texts),
        Route("/rules/terms/{term}.svg", term),
        Route("/rules/{lang}/{game}.json", page),
        Route("/rules/{game}/{number:int}.svg", picture),
    ]


def rules_page(game: str, language: str) -> dict[str, Any]:
    """Return a game's page of rules in a language. Raises ValueError for a game without rules."""
    words = texts(language)
    goals = [words[key] for key in pages.sentences(game) if key.startswith("goal ")]
    return {
        "game": game,
        "one": words[f"one.{game}"],
        "goal": " ".join(goals),
        "sentences": [sentence for sentence in pages.said(game, language) if sentence not in goals],
        "headings": {each: words[each] for each in ("openings", "options")},
        "openings": [[opening, words[f"opening.{opening}"]] for opening in registry.openings(game)],
        "options": [[option, words[f"option.{option}"]] for option, _, _ in registry.options(game)],
        "pictures": [words[f"picture.{example.caption}"] for example, _ in pages.pictures(game)],
    }


@functools.cache  # the cache needs no limit: there are fewer than a hundred pages of rules, of a few kilobytes each
def _picture(game: str, number: int) -> str:
    return drawing.picture(pages.pictures(game)[number][1])


@functools.cache
def _term(term: str) -> str:
    return drawing.picture(terms.shown(term))
