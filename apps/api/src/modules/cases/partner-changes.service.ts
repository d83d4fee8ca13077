import type { Tx } from "#platform/database/database";
import type { CaseReader } from "./case-reader.service";
import { checkCaseData, caseStateAfterEdit, writeCaseEdit } from "./cases.service";
import { selectApprovalNeedsGrant, lockCaseWithEditableData } from "./cases.sql";
import {
  compareCaseWithPartnerData,
  type PartnerField,
  type PartnerRequest,
  type SentPartnerData,
  applyPartnerDataToCase,
} from "./partner-data";

/**
 * Whether a partner's case is approved on arrival: where the tenant requires a second person for approvals, it waits
 * for that.
 */
export const isPartnerCaseAutoApproved = async (tx: Tx) => !(await selectApprovalNeedsGrant(tx)).needs_grant;

interface PartnerChange extends PartnerRequest {
  readonly id: string;
  /** False for an older request, which is only compared. */
  readonly isNewer: boolean;
}

interface PartnerChangeResult {
  /** Fields that came too late, and were not refused with this value before. */
  readonly newlyLate: readonly PartnerField[];
  /** All fields that were not taken over. */
  readonly ignored: readonly PartnerField[];
  /** Data to be remembered as sent; undefined for an older request. */
  readonly sent: SentPartnerData | undefined;
}

/**
 * Merges a partner's request into the case that it passed on, under the lock of the row: only the fields that belong to
 * the partner, and that the partner has changed.
 */
export async function applyPartnerChange(
  tx: Tx,
  reader: CaseReader,
  { id, isNewer, ...request }: PartnerChange,
): Promise<PartnerChangeResult> {
  const current = await lockCaseWithEditableData(tx, id);
  const { changed, late, newlyLate, sent } = compareCaseWithPartnerData(current, request);
  if (!isNewer) return { newlyLate: [], ignored: [...changed, ...late], sent: undefined };
  if (changed.length > 0) {
    const change = applyPartnerDataToCase(current, request, changed);
    checkCaseData(change, reader.now);
    await writeCaseEdit(tx, reader, { current, change, state: caseStateAfterEdit(current, change) });
  }
  return { newlyLate, ignored: late, sent };
}
