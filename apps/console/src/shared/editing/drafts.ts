import { useSyncExternalStore } from "react";
import { userSessionStore } from "#shared/api/session.ts";

/** Prefix of drafts in local storage: unsaved texts, kept until they are saved, discarded, or the user signs out. */
const DRAFT_KEY_PREFIX = "leitstand.draft.";

export const draftKey = (...names: readonly string[]) =>
  `${DRAFT_KEY_PREFIX}${names.map(encodeURIComponent).join("/")}`;

/** Deletes all drafts, on signing out. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT_KEY_PREFIX)) localStorage.removeItem(key);
  unstoredTexts.clear();
  notifyDraftTexts();
}
/** Texts for which the browser has no room, by their keys; they last as long as the page. */
const unstoredTexts = new Map<string, string>();
// Another tab may sign out while a text is typed here.
userSessionStore.subscribe(() => {
  if (userSessionStore.get() === null) forgetDrafts();
});

const draftTextListeners = new Set<() => void>();
const notifyDraftTexts = () => draftTextListeners.forEach((listener) => listener());
function watchDraftTexts(listener: () => void) {
  draftTextListeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    draftTextListeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function storeText(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {
    unstoredTexts.set(key, text);
  }
}

/** Changes a text of a draft, given the text that it has by then. */
type ChangeDraftText = (textOf: (now: string) => string) => void;

/**
 * Short text that is written for one purpose, such as a comment on a case: a draft of this user and tenant. It may be
 * changed after its field is gone, so that a text that was sent meanwhile is not offered again.
 */
export function useDraftText(...purpose: readonly [kind: string, ...names: string[]]): [string, ChangeDraftText] {
  const [kind, ...names] = purpose;
  const { short_code = "", email = "" } = userSessionStore.get() ?? {};
  const key = draftKey(kind, short_code, email, ...names);
  const readText = () => unstoredTexts.get(key) ?? localStorage.getItem(key) ?? "";
  const text = useSyncExternalStore(watchDraftTexts, readText);
  const change: ChangeDraftText = (textOf) => {
    const next = textOf(readText());
    unstoredTexts.delete(key);
    // The session has ended, perhaps in another tab: no draft may be left behind.
    if (next === "" || userSessionStore.get() === null) localStorage.removeItem(key);
    else storeText(key, next);
    notifyDraftTexts();
  };
  return [text, change];
}
