import type { Case } from "@leitstand/contract/cases/case";
import { ChangedMeanwhileError, sendDecidedWrite } from "@leitstand/client/decided-write";
import { api, queryClient } from "#shared/api/api.ts";
import { storeCase } from "#live/store.ts";
import {
  type MergeResult,
  mergeThreeWay,
  type MergeConflictRow,
  type MergeSide,
  applyMergeChoices,
} from "#shared/editing/merge.ts";
import { type CaseDraft, createEditableCaseDraft } from "./values/case-values.ts";
import { idempotencyKeyOfDraft } from "./draft/draft-store.ts";

export interface EditedCaseBase {
  readonly draft: CaseDraft;
  readonly lock_version: number;
}
export interface SaveCaseRequest {
  readonly id: string;
  readonly request: CaseDraft;
  readonly draft_id: string;
  /** State that the edit began with; undefined for a new case. */
  readonly base: EditedCaseBase | undefined;
  /** Asks about fields that both sides changed; undefined when the dispatcher returns to typing instead. */
  readonly decide: (rows: readonly MergeConflictRow[]) => Promise<Readonly<Record<string, MergeSide>> | undefined>;
}
export interface SavedCase {
  readonly dispatchCase: Case;
  /** Whether changes of another user were merged in. */
  readonly isMerged: boolean;
}

/** Creates or replaces the case; returns undefined when a conflict was not decided. Throws `ApiProblem`. */
export async function saveCase({
  id,
  request,
  draft_id,
  base,
  decide,
}: SaveCaseRequest): Promise<SavedCase | undefined> {
  if (base === undefined) {
    const dispatchCase = await api.createCase(request, { idempotencyKey: idempotencyKeyOfDraft(draft_id, request) });
    return storeSavedCase({ dispatchCase, isMerged: false });
  }
  let [wanted, from] = [request, base];
  let isMerged = false;
  /**
   * Merges changes of other users into the request; where both sides changed the same field, the dispatcher decides.
   */
  const changedIn = async (theirs: Case) => {
    const merge = mergeThreeWay(from.draft, wanted, createEditableCaseDraft(theirs));
    const choices = merge.rows.length > 0 ? await decide(merge.rows) : {};
    if (choices === undefined) return merge.rows.map(({ field }) => field);
    wanted = withNullForEmptiedGroups(applyMergeChoices(merge as MergeResult<CaseDraft>, choices));
    from = { draft: createEditableCaseDraft(theirs), lock_version: theirs.lock_version };
    isMerged = true;
    return [];
  };
  const send = (lock_version: number) => {
    const content = { ...wanted, lock_version };
    return api.updateCase({ id, ...content }, { idempotencyKey: idempotencyKeyOfDraft(draft_id, content) });
  };
  try {
    const dispatchCase = await sendDecidedWrite({ seen: base, send, read: () => api.getCase({ id }), changedIn });
    return storeSavedCase({ dispatchCase, isMerged });
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) return undefined;
    throw error;
  }
}

/** The draft as it is sent: a group that one side emptied is null. */
function withNullForEmptiedGroups(draft: CaseDraft): CaseDraft {
  const { funeral_data, rsa_data } = draft;
  return {
    ...draft,
    ...(draft.data_type === "FUNERAL" ? { funeral_data, rsa_data: null } : { rsa_data, funeral_data: null }),
  };
}

function storeSavedCase(saved: SavedCase): SavedCase {
  storeCase(saved.dispatchCase);
  void queryClient.invalidateQueries({ queryKey: ["case-form", "recent"] });
  return saved;
}
