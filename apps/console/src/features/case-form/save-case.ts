import type { Case } from "@leitstand/contract/cases/case";
import { ChangedMeanwhile, sendDecided } from "@leitstand/client/decided-write";
import { api, queryClient } from "#shared/api/api.ts";
import { keepCase } from "#live/store.ts";
import { type Merge, mergeThreeWay, type MergeRow, type Side, withChoices } from "#shared/editing/merge.ts";
import { type CaseDraft, draftOf } from "./values/case-values.ts";
import { attemptKey } from "./draft/draft-store.ts";

export interface Base {
  readonly draft: CaseDraft;
  readonly lock_version: number;
}
export interface SaveRequest {
  readonly id: string;
  readonly request: CaseDraft;
  readonly draft_id: string;
  /** State that the edit began with; undefined for a new case. */
  readonly base: Base | undefined;
  /** Asks about fields that both sides changed; undefined when the dispatcher returns to typing instead. */
  readonly decide: (rows: readonly MergeRow[]) => Promise<Readonly<Record<string, Side>> | undefined>;
}
export interface SavedCase {
  readonly dispatchCase: Case;
  /** Changes of another user were merged in. */
  readonly isMerged: boolean;
}

/** Creates or replaces the case; returns undefined when a conflict was not decided. Throws `ApiProblem`. */
export async function saveCase({ id, request, draft_id, base, decide }: SaveRequest): Promise<SavedCase | undefined> {
  if (base === undefined) {
    const dispatchCase = await api.createCase(request, { idempotencyKey: attemptKey(draft_id, request) });
    return keep({ dispatchCase, isMerged: false });
  }
  let [wanted, from] = [request, base];
  let isMerged = false;
  /**
   * Merges changes of other users into the request; where both sides changed the same field, the dispatcher decides.
   */
  const changedIn = async (theirs: Case) => {
    const merge = mergeThreeWay(from.draft, wanted, draftOf(theirs));
    const choices = merge.rows.length > 0 ? await decide(merge.rows) : {};
    if (choices === undefined) return merge.rows.map(({ field }) => field);
    wanted = sendable(withChoices(merge as Merge<CaseDraft>, choices));
    from = { draft: draftOf(theirs), lock_version: theirs.lock_version };
    isMerged = true;
    return [];
  };
  const send = (lock_version: number) => {
    const content = { ...wanted, lock_version };
    return api.updateCase({ id, ...content }, { idempotencyKey: attemptKey(draft_id, content) });
  };
  try {
    const dispatchCase = await sendDecided({ seen: base, send, read: () => api.getCase({ id }), changedIn });
    return keep({ dispatchCase, isMerged });
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return undefined;
    throw error;
  }
}

/** The draft as it is sent: a group that one side emptied is null. */
function sendable(draft: CaseDraft): CaseDraft {
  const { funeral_data, rsa_data } = draft;
  return {
    ...draft,
    ...(draft.data_type === "FUNERAL" ? { funeral_data, rsa_data: null } : { rsa_data, funeral_data: null }),
  };
}

function keep(saved: SavedCase): SavedCase {
  keepCase(saved.dispatchCase);
  void queryClient.invalidateQueries({ queryKey: ["case-form", "recent"] });
  return saved;
}
