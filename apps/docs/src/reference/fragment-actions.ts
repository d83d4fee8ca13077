import { loadSiteSettings } from "../site/site-facts";
import { moveTabByKey, handleTabClick, restoreCodeLanguageTabs } from "./code-tabs";
import { decodeHash } from "./hash";

const COPIED_SHOWN_MS = 1_500;

/** Activates the HTML of a page: shows buttons that need a script, and puts the address of the API into samples. */
export function activateReferenceFragment(root: HTMLElement) {
  restoreCodeLanguageTabs(root);
  for (const button of root.querySelectorAll<HTMLElement>("[data-copy], [data-expand], [data-markdown]"))
    button.hidden = false;
  loadSiteSettings().then(
    ({ api_url }) => fillInApiUrl(root, api_url),
    // Until they can be loaded, with the next page, samples keep the placeholder.
    () => undefined,
  );
}

function fillInApiUrl(root: HTMLElement, api_url: string) {
  const origin = api_url.replace(/\/api\/v1$/, "");
  for (const code of root.querySelectorAll("pre > code"))
    if (code.innerHTML.includes("{api_"))
      code.innerHTML = code.innerHTML.replaceAll("{api_url}", api_url).replaceAll("{api_origin}", origin);
  // Where the site has no API to call, the button is not shown.
  if (api_url !== "") for (const button of root.querySelectorAll<HTMLElement>("[data-try-open]")) button.hidden = false;
}

/** Handles a click within the HTML. Returns whether it was on one of its buttons. */
export function handleFragmentClick(root: HTMLElement, target: Element): boolean {
  const button = target.closest<HTMLElement>("button");
  if (button === null) return false;
  if (button.getAttribute("role") === "tab") handleTabClick(button);
  else if ("copy" in button.dataset) void copyWithFeedback(button, visibleCode(button));
  else if ("expand" in button.dataset) toggleAll(button);
  else if ("markdown" in button.dataset) void copyMarkdown(button);
  else return false;
  return root.contains(button);
}

export const handleFragmentKey = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLElement && target.getAttribute("role") === "tab" && moveTabByKey(target, key);

const visibleCode = (button: Element) =>
  button.closest("[data-tabs]")?.querySelector("[role=tabpanel]:not([hidden]) code")?.textContent ?? "";

async function copyMarkdown(button: HTMLElement) {
  const answer = await fetch(button.dataset["markdown"] ?? "");
  if (answer.ok) await copyWithFeedback(button, await answer.text());
}

async function copyWithFeedback(button: HTMLElement, text: string) {
  // Browsers allow the clipboard only on secure origins; elsewhere text is selected by hand.
  if (navigator.clipboard === undefined) return;
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  if (label === "Copied") return;
  button.textContent = "Copied";
  window.setTimeout(() => {
    button.textContent = label;
  }, COPIED_SHOWN_MS);
}

function toggleAll(button: HTMLElement) {
  const folded = [...(button.closest("section")?.querySelectorAll("details") ?? [])];
  const isOpening = folded.some(({ open }) => !open);
  for (const details of folded) details.open = isOpening;
  button.textContent = isOpening ? "Collapse all" : "Expand all";
}

/** Unfolds the groups around the target of an address, and scrolls there. Returns whether it exists. */
export function revealHashTarget(hash: string): boolean {
  const target = hash === "" ? null : document.getElementById(decodeHash(hash).slice(1));
  if (target === null) return false;
  for (let around = target.closest("details"); around; around = around.parentElement?.closest("details") ?? null)
    around.open = true;
  target.scrollIntoView();
  return true;
}
