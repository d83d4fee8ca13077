import type { Case } from "@leitstand/contract/cases/case";
import { api, isProblem, queryClient } from "#shared/api/api.ts";
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
  /** What the edit began with; undefined: the case is new. */
  readonly base: Base | undefined;
  /** Asks for fields that both changed; undefined: they would rather go on typing. */
  readonly decide: (rows: readonly MergeRow[]) => Promise<Readonly<Record<string, Side>> | undefined>;
}
export interface SavedCase {
  readonly job: Case;
  /** Somebody else's changes are in it. */
  readonly isMerged: boolean;
}

/** Somebody may save in between again while the dialog is open; more often than this is not a coincidence. */
const MERGES_MAX = 5;

/** Creates or replaces the case; undefined when a conflict was not decided. Throws `ApiProblem`. */
export async function saveCase({ id, request, draft_id, base, decide }: SaveRequest): Promise<SavedCase | undefined> {
  if (base === undefined) {
    const job = await api.createCase(request, { idempotencyKey: attemptKey(draft_id, request) });
    return keep({ job, isMerged: false });
  }
  let [wanted, from] = [request, base];
  for (let merges = 0; ; merges++) {
    const content = { ...wanted, lock_version: from.lock_version };
    try {
      const job = await api.updateCase({ id, ...content }, { idempotencyKey: attemptKey(draft_id, content) });
      return keep({ job, isMerged: merges > 0 });
    } catch (error) {
      if (!isProblem(error, "LOCK_VERSION_CONFLICT") || merges >= MERGES_MAX) throw error;
    }
    const theirs = await api.getCase({ id });
    const merge = mergeThreeWay(from.draft, wanted, draftOf(theirs));
    const choices = merge.rows.length > 0 ? await decide(merge.rows) : {};
    if (choices === undefined) return undefined;
    wanted = sendable(withChoices(merge as Merge<CaseDraft>, choices));
    from = { draft: draftOf(theirs), lock_version: theirs.lock_version };
  }
}

/** A group that one side emptied is none. */
function sendable(draft: CaseDraft): CaseDraft {
  const { funeral_data, rsa_data } = draft;
  return {
    ...draft,
    ...(draft.data_type === "FUNERAL" ? { funeral_data, rsa_data: null } : { rsa_data, funeral_data: null }),
  };
}

function keep(saved: SavedCase): SavedCase {
  keepCase(saved.job);
  void queryClient.invalidateQueries({ queryKey: ["case-form", "recent"] });
  return saved;
}
