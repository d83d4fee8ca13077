/** What the interactive reference lacks for people who cannot see it; done again whenever it changes. */
export function makeAccessible(root: HTMLElement): () => void {
  const mend = () => {
    nameCopyButtons(root);
    // Named by other words than those that can be read on them.
    for (const button of root.querySelectorAll(".show-more[aria-label]")) button.removeAttribute("aria-label");
    mendRequestForm(root);
    nameNotifications();
    // Who tries a request in the dialog has nothing to do with what lies below it.
    const isTrying = Boolean(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("[role=dialog]"));
    const reference = root.querySelector("main.references-rendered");
    if (reference !== null && reference.hasAttribute("inert") !== isTrying) reference.toggleAttribute("inert");
  };
  const watcher = new MutationObserver(mend);
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["style", "class"],
  });
  mend();
  return () => watcher.disconnect();
}

/** Their word is hidden from everybody. */
function nameCopyButtons(root: HTMLElement) {
  for (const button of root.querySelectorAll('[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute("aria-label", "Copy");
  }
}

/** Buttons that say they are none, and fields with a list that never say whether it is open. */
function mendRequestForm(root: HTMLElement) {
  for (const button of root.querySelectorAll("button[role=none]")) button.removeAttribute("role");
  for (const field of root.querySelectorAll("[role=combobox]:not([aria-expanded])")) {
    field.setAttribute("aria-expanded", "false");
    field.setAttribute("aria-label", field.getAttribute("data-placeholder") ?? "Value");
  }
}

/** There are two of the same name once requests are tried. */
function nameNotifications() {
  const regions = [...document.querySelectorAll('section[aria-label^="Notifications"]')];
  for (const [at, region] of regions.entries()) {
    const name = at === 0 ? "Notifications" : `Notifications ${at + 1}`;
    if (region.getAttribute("aria-label") !== name) region.setAttribute("aria-label", name);
  }
}
