import type { Tx } from "#platform/database/database";
import type { Reader } from "./case-reader.service";
import { checkData, stateAfter, writeChange } from "./cases.service";
import { selectApprovalRule, selectWholeForChange } from "./cases.sql";
import { compareWithPartner, type PartnerData, type PartnerField, withPartnerData } from "./partner-data";

/** Where the tenant wants somebody to approve what others have made, a partner's case waits for that, too. */
export const isApprovedOnArrival = async (tx: Tx) => !(await selectApprovalRule(tx)).needs_grant;

interface PartnerChange {
  readonly id: string;
  readonly data: PartnerData;
  /** An older request is only compared. */
  readonly isNewer: boolean;
}

/**
 * Merges what a partner says into a case that it has passed on, under the lock of the row: its own fields alone. Answers the
 * fields that came too late, and all that do not stand as they were sent.
 */
export async function changeByPartner(
  tx: Tx,
  reader: Reader,
  { id, data, isNewer }: PartnerChange,
): Promise<{ readonly late: readonly PartnerField[]; readonly ignored: readonly PartnerField[] }> {
  const current = await selectWholeForChange(tx, id);
  const { changed, late } = compareWithPartner(current, data);
  if (!isNewer) return { late: [], ignored: [...changed, ...late] };
  if (changed.length > 0) {
    const change = withPartnerData(current, data, changed);
    checkData(change, reader.now);
    await writeChange(tx, reader, { current, change, state: stateAfter(current, change) });
  }
  return { late, ignored: late };
}
