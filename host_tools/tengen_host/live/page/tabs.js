// Tabs: one panel of several to be seen, chosen by hand or by the arrow keys. It outlives a reload, as after another language.

/** Let the tabs of a list choose their panels; a panel that comes to be seen gets an "open" event. */
export function followTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

  function choose(chosen) {
    for (const tab of tabs) {
      const is = tab === chosen;
      tab.setAttribute("aria-selected", is);
      tab.tabIndex = is ? 0 : -1;
      panelOf(tab).hidden = !is;
    }
    history.replaceState({ ...history.state, tab: chosen.id }, "");
    panelOf(chosen).dispatchEvent(new Event("open"));
  }

  list.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = tabs.filter((tab) => tab.getClientRects().length);
    const next = shown.at((shown.indexOf(document.activeElement) + step) % shown.length);
    choose(next);
    next.focus();
  });
  choose(tabs.find(({ id }) => id === history.state?.tab) ?? tabs[0]);
}
