import { createStorageSlot } from "@docusaurus/theme-common";

/** Language that the reader has chosen for samples, on all pages. */
const storedLanguage = createStorageSlot("docusaurus.tab.language");

/** Selects the tab with a label in every group that has such a tab; other groups stay as they are. */
function chooseTab(tabs: Element, label: string) {
  const all = [...tabs.querySelectorAll<HTMLElement>("[role=tab]")];
  const chosen = all.find((tab) => tab.dataset["label"] === label);
  if (chosen === undefined) return;
  for (const tab of all) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !isChosen;
  }
}

export function restoreCodeLanguageTabs(root: Element) {
  const label = storedLanguage.get();
  if (label !== null) for (const tabs of root.querySelectorAll("[data-tabs=language]")) chooseTab(tabs, label);
}

export function handleTabClick(tab: HTMLElement) {
  const tabs = tab.closest("[data-tabs]");
  const { label } = tab.dataset;
  if (tabs === null || label === undefined) return;
  chooseTab(tabs, label);
  if (tabs.getAttribute("data-tabs") === "language") storedLanguage.set(label);
}

const ARROW_KEY_STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves between tabs by arrow keys, by the ARIA pattern of tabs. */
export function moveTabByKey(tab: HTMLElement, key: string): boolean {
  const all = [...(tab.closest("[role=tablist]")?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
  const [first, last] = [all[0], all.at(-1)];
  const step = ARROW_KEY_STEPS[key];
  const next =
    step === undefined ? { Home: first, End: last }[key] : all[(all.indexOf(tab) + step + all.length) % all.length];
  if (next === undefined) return false;
  handleTabClick(next);
  next.focus();
  return true;
}
