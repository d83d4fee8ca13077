import type { CaseFactsSeen } from "@leitstand/client/case-sight";
import type { CaseCardFields, KnownCase } from "#live/case-entity.ts";
import { caseFactsSeenOfKnownCase } from "#live/clash/sight-of-entity.ts";

/** Case as a card shows it. */
export interface QueueCase extends CaseCardFields {
  readonly id: string;
  readonly natural_id: string;
  readonly display_name: string;
  readonly branch_id: string | null;
  readonly data_type: "FUNERAL" | "ROADSIDE";
  readonly state: string;
  readonly lock_version: number;
  readonly approved: boolean;
  readonly finalized: boolean;
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly postponed_until: string | null;
  /** Version of the case that a decision about it rests on. */
  readonly seen: CaseFactsSeen;
  /** The case has left this list while the pointer rests on it; the row stays until the pointer goes. */
  readonly is_gone?: boolean;
}

const queueCases = new WeakMap<KnownCase, QueueCase>();
const goneQueueCases = new WeakMap<KnownCase, QueueCase>();

/**
 * Card of a case: the same object for as long as the case does not change, so that it is not drawn again; undefined
 * without a card.
 */
export function queueCaseOf(entity: KnownCase, isGone = false): QueueCase | undefined {
  const known = (isGone ? goneQueueCases : queueCases).get(entity);
  if (known || !entity.card) return known;
  const row: QueueCase = {
    id: entity.case_id,
    natural_id: entity.natural_id,
    display_name: entity.display_name,
    branch_id: entity.branch_id,
    data_type: entity.data_type,
    state: entity.state,
    lock_version: entity.lock_version,
    approved: entity.approved,
    finalized: entity.finalized,
    not_before: entity.not_before,
    due_at: entity.due_at,
    postponed_until: entity.postponed_until,
    seen: caseFactsSeenOfKnownCase(entity),
    ...entity.card,
    ...(isGone && { is_gone: true }),
  };
  (isGone ? goneQueueCases : queueCases).set(entity, row);
  return row;
}
