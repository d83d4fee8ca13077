/** Prefix of drafts in local storage: unsaved texts, kept until they are saved, discarded, or the user signs out. */
const DRAFT_KEY_PREFIX = "leitstand.draft.";

export const draftKey = (...names: readonly string[]) =>
  `${DRAFT_KEY_PREFIX}${names.map(encodeURIComponent).join("/")}`;

/** Deletes all drafts, on signing out. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT_KEY_PREFIX)) localStorage.removeItem(key);
}
