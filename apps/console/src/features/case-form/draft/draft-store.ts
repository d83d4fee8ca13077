import { draftKey } from "#shared/editing/drafts.ts";
import { userSessionStore } from "#shared/api/session.ts";
import type { CaseDraft } from "../values/case-values.ts";
import type { FormValues } from "../fields/field.ts";

/** Unsaved form of one user, one tenant and one case, written to local storage while it is typed. */
export interface StoredDraft {
  readonly version: typeof DRAFT_FORMAT_VERSION;
  readonly saved_at: number;
  /** Id of the attempt: the same content of the same draft is sent under the same key, also after a reload. */
  readonly draft_id: string;
  readonly values: FormValues;
  /** State that an edit began with; changes of other users are merged against it. */
  readonly base?: { readonly draft: CaseDraft; readonly lock_version: number };
}
/** Format of stored drafts; raised when older drafts can no longer be read. */
const DRAFT_FORMAT_VERSION = 1;
export const DRAFT_SAVE_DELAY_MS = 500;

export interface DraftStore {
  read(): StoredDraft | undefined;
  /** Stores the draft after a pause; of several calls the last one counts. */
  keep(draft: Omit<StoredDraft, "version" | "saved_at">): void;
  /** Stores a waiting draft at once. */
  flush(): void;
  /** Removes the draft of this id; one that another form has written since stays. */
  forget(draft_id: string): void;
  /** Stops listening to the session. */
  close(): void;
}

export function createDraftStore(id: string): DraftStore {
  const { short_code = "", email = "" } = userSessionStore.get() ?? {};
  const key = draftKey("case", short_code, email, id);
  let waiting: Omit<StoredDraft, "version" | "saved_at"> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => parseStoredDraft(localStorage.getItem(key));
  const remove = () => {
    waiting = undefined;
    clearTimeout(timer);
    localStorage.removeItem(key);
  };
  const forget = (draft_id: string) => {
    if ((read()?.draft_id ?? draft_id) === draft_id) return remove();
    waiting = undefined;
    clearTimeout(timer);
  };
  const flush = () => {
    clearTimeout(timer);
    // The session has ended, perhaps in another tab: no draft may be left behind.
    if (waiting === undefined || userSessionStore.get() === null) return;
    localStorage.setItem(key, JSON.stringify({ version: DRAFT_FORMAT_VERSION, saved_at: Date.now(), ...waiting }));
    waiting = undefined;
  };
  const stop = userSessionStore.subscribe(() => {
    if (userSessionStore.get() === null) remove();
  });
  return {
    read,
    keep: (draft) => {
      waiting = draft;
      clearTimeout(timer);
      timer = setTimeout(flush, DRAFT_SAVE_DELAY_MS);
    },
    flush,
    forget,
    close: () => {
      flush();
      stop();
    },
  };
}

/** Reads a stored draft. An unreadable one, or one of another version, counts as never written. */
function parseStoredDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined;
  try {
    const draft = JSON.parse(text) as StoredDraft;
    return draft.version === DRAFT_FORMAT_VERSION && typeof draft.values === "object" ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Idempotency key of an attempt: the same for the same content of one draft, so that a lost answer does not create a
 * second case.
 */
export function idempotencyKeyOfDraft(draft_id: string, content: unknown): string {
  const text = JSON.stringify(content);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, "0");
  return `${draft_id}.${text.length}.${hex(high ^ (low >>> 16))}${hex(low ^ (high >>> 13))}`;
}
