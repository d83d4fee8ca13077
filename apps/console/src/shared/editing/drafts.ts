/** What somebody has typed and not saved yet, kept by this browser until they save, discard, or sign out. */
const PREFIX = "leitstand.draft.";

export const draftKey = (...names: readonly string[]) => `${PREFIX}${names.map(encodeURIComponent).join("/")}`;

/** Whoever signs out leaves nothing that they typed behind. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
