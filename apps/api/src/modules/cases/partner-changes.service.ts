import type { Tx } from "#platform/database/database";
import type { CaseReader } from "./case-reader.service";
import { checkCaseData, caseStateAfterEdit, writeCaseEdit } from "./cases.service";
import { selectApprovalNeedsGrant, lockCaseWithEditableData } from "./cases.sql";
import {
  compareCaseWithPartnerData,
  type PartnerData,
  type PartnerField,
  applyPartnerDataToCase,
} from "./partner-data";

/**
 * Whether a partner's case is approved on arrival: where the tenant requires a second person for approvals, it waits
 * for that.
 */
export const isPartnerCaseAutoApproved = async (tx: Tx) => !(await selectApprovalNeedsGrant(tx)).needs_grant;

interface PartnerChange {
  readonly id: string;
  readonly data: PartnerData;
  /** False for an older request, which is only compared. */
  readonly isNewer: boolean;
}

/**
 * Merges a partner's request into the case that it passed on, under the lock of the row: only the fields that belong to
 * the partner. Returns the fields that came too late, and all that differ from what was sent.
 */
export async function applyPartnerChange(
  tx: Tx,
  reader: CaseReader,
  { id, data, isNewer }: PartnerChange,
): Promise<{ readonly late: readonly PartnerField[]; readonly ignored: readonly PartnerField[] }> {
  const current = await lockCaseWithEditableData(tx, id);
  const { changed, late } = compareCaseWithPartnerData(current, data);
  if (!isNewer) return { late: [], ignored: [...changed, ...late] };
  if (changed.length > 0) {
    const change = applyPartnerDataToCase(current, data, changed);
    checkCaseData(change, reader.now);
    await writeCaseEdit(tx, reader, { current, change, state: caseStateAfterEdit(current, change) });
  }
  return { late, ignored: late };
}
