// The dialog that puts Tengen on a board without a program on the computer: as a UF2 file on the drive of its chip.

import { at, button, make } from "../browser.js";
import { dialog } from "../controls.js";
import { say } from "../words/i18n.js";
import { uf2Of } from "./uf2.js";

/**
 * Add the dialog; returns the function that opens it. `image`: {version, build, file} of the site's UF2, or null. The
 * board: leave() brings it into BOOTSEL mode, and promises whether its prompt was there; isThere(): whether its port is
 * open; runs(): its Tengen, {version, build}, or null.
 */
export function firmwareDialog(image, { leave, isThere, runs }) {
  const own = make("p");
  const left = make("p", { role: "status" });
  const go = button(say("alone.fw_leave"), {}, async () => {
    go.disabled = true; // a second try would write to a port that is gone
    left.textContent = say("alone.fw_leaving");
    const isLeft = await leave();
    left.textContent = say(isLeft ? "alone.fw_left" : "alone.fw_stays");
    go.disabled = isLeft || !isThere();
  });
  const file = image && make("a", { href: at(`/${image.file}`), download: image.file, class: "download" }, say("alone.fw_file", image));
  const checked = make("p", { role: "status" });
  const chosen = make("input", { type: "file", accept: ".uf2" });
  chosen.addEventListener("change", async () => {
    const [its] = chosen.files;
    if (!its) return;
    const { kind, values } = uf2Of(await its.arrayBuffer());
    checked.textContent = say(`alone.uf2.${kind}`, { ...values, file: its.name });
    checked.classList.toggle("wrong", kind !== "right");
  });
  const steps = make(
    "ol", { class: "steps" },
    make("li", {}, make("p", {}, say("alone.fw_step_leave")), go, left),
    make("li", {}, make("p", {}, say("alone.fw_step_file")), ...(file ? [file] : []), make("label", {}, say("alone.fw_check"), chosen), checked),
    make("li", {}, make("p", {}, say("alone.fw_step_drop"))),
    make("li", {}, make("p", {}, say("alone.fw_step_start"))),
  );
  const its = dialog("firmware", "firmware", say("alone.fw_title"), [], own, steps);
  return () => {
    const tengen = runs();
    own.textContent = tengen ? say("alone.fw_runs", tengen) : "";
    go.disabled = !isThere();
    left.textContent = isThere() ? "" : say("alone.fw_first");
    checked.textContent = "";
    its.showModal();
  };
}
