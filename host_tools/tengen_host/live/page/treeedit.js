// What a page of this machine changes in a tree's file: the comment, a continuation's text and mark, a branch that goes.

import { make, button as plain } from "./dom.js";
import { PASS } from "./game.js";
import { say } from "./language.js";
import { shown } from "./points.js";
import { laptopSays } from "./said.js";
import { hasText } from "./treemarks.js";
import { changeTree, questionHere } from "./treewalk.js";
import { capital } from "./words.js";

const LONGEST_LABEL = 12;
const LONGEST_COMMENT = 4000;

const parts = {};
let position = ""; // of which the form is
let known = null;

/** Build the form, closed. */
export function followTreeEdit() {
  const comment = make("textarea", { rows: 3, maxlength: LONGEST_COMMENT, id: "tree-comment" });
  const label = make("input", { type: "text", maxlength: LONGEST_LABEL, size: 6, spellcheck: "false" });
  const which = make("select", {});
  which.addEventListener("change", showChosen);
  const act = (name, words, what) => {
    const made = plain(words, { "data-tree": name });
    made.addEventListener("click", what);
    return made;
  };
  Object.assign(parts, {
    comment, label, which,
    keep: act("keep", say("tree.keep"), () => change({ do: "comment", text: comment.value })),
    keepLabel: act("keep-label", say("tree.keep"), () => change({ do: "label", ...chosen(), text: label.value })),
    mark: act("mark", say("tree.mark"), () => change({ do: "best", ...chosen(), on: !its()?.best })),
    remove: act("delete", say("tree.delete"), () => ask(true)),
    really: act("really", "", () => change({ do: "delete", ...chosen() })),
    not: act("not", say("tree.not_delete"), () => ask(false)),
    words: make("p", { class: "tree-told", role: "status" }),
  });
  parts.row = make("div", { class: "row" },
    make("label", {}, `${say("tree.continuation")} `, which), make("label", {}, `${say("tree.label")} `, label), parts.keepLabel, parts.mark, parts.remove);
  parts.question = make("div", { class: "row", role: "alert", hidden: "" }, parts.really, parts.not);
  parts.form = make("div", { class: "form tree-form" }, make("label", { class: "whole" }, say("tree.comment"), comment), parts.keep, parts.row, parts.question);
  parts.all = make("details", { class: "tree-edit" }, make("summary", {}, say("tree.edit")), parts.form, parts.words);
  return parts.all;
}

/** Show the form for the position that is shown, of which this is `known`; `keeps` says why the tree can't be changed. */
export function showTreeEdit(its, { keeps, rests }, mayEdit) {
  known = its;
  parts.all.hidden = !mayEdit || rests || (!known && !keeps);
  if (parts.all.hidden) return;
  parts.form.hidden = Boolean(keeps);
  if (keeps) parts.words.textContent = capital(laptopSays(keeps));
  if (keeps || !known) return;
  const now = JSON.stringify(questionHere());
  const moves = known.continuations.filter(({ point }) => point !== PASS);
  parts.row.hidden = !moves.length;
  const before = parts.which.value;
  parts.which.replaceChildren(...moves.map(({ point }) => new Option(shown(point), point)));
  if (moves.some(({ point }) => point === before)) parts.which.value = before;
  if (now !== position) {
    // what somebody writes is left alone until people go elsewhere
    parts.comment.value = known.comment;
    parts.words.textContent = "";
    position = now;
  }
  ask(false);
  showChosen();
}

const its = () => known?.continuations.find(({ point }) => point === parts.which.value);
const chosen = () => ({ point: its()?.point ?? "", colour: its()?.colour ?? "" });

function showChosen() {
  parts.label.value = its() && hasText(its()) ? its().label : "";
  parts.mark.textContent = its()?.best ? say("tree.unmark") : say("tree.mark");
  ask(false);
}

/** Ask whether the branch is really to go, or no longer. */
function ask(on) {
  parts.question.hidden = !on;
  if (!on) return;
  parts.really.textContent = say("tree.really", { point: shown(chosen().point), n: its()?.count ?? 0 });
  parts.not.focus();
}

async function change(what) {
  try {
    const answer = await changeTree(what);
    parts.words.textContent = say("tree.kept");
    if (what.do === "comment") parts.comment.value = answer.known?.comment ?? "";
  } catch (error) {
    parts.words.textContent = capital(error.message);
  }
  ask(false);
}
