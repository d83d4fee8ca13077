/** Prefix of drafts in local storage: unsaved texts, kept until they are saved, discarded, or the user signs out. */
const PREFIX = "leitstand.draft.";

export const draftKey = (...names: readonly string[]) => `${PREFIX}${names.map(encodeURIComponent).join("/")}`;

/** Deletes all drafts, on signing out. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
