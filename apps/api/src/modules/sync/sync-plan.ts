/** Plan of a run, which is computed before anything is written. */
import type { SyncFault } from "@leitstand/contract/partners/sync";

/**
 * Row of a source: a branch has a name; a person a first and a last name, a mail address and a number. Null means that
 * the source does not mention the field.
 */
export interface SyncSourceRow {
  readonly external_id: string;
  readonly name: string;
  readonly firstname: string;
  readonly email: string | null;
  readonly phone_number: string | null;
}
/** Rows of a source, with their number and faults. */
export interface SyncSourceRows {
  readonly count: number;
  readonly valid: readonly { readonly at: number; readonly row: SyncSourceRow }[];
  readonly faults: readonly SyncFault[];
  /** External ids in the source, also of rows with faults, which do not count as missing. */
  readonly named: ReadonlySet<string>;
}
/** Known object, found by its external id or by an earlier run's match. */
export interface ExistingSyncObject extends Omit<SyncSourceRow, "external_id"> {
  readonly id: string;
  readonly external_id: string | null;
  readonly active: boolean;
  readonly matched: boolean;
  /** Whether a run has deactivated it. */
  readonly deactivated: boolean;
  /** Whether it holds other roles than a driver's. */
  readonly is_office: boolean;
}
/** Present owner of a mail address or number. */
export interface UserContactData {
  readonly id: string;
  readonly email: string | null;
  readonly phone_number: string | null;
}
interface SourceRowUpdate extends SyncSourceRow {
  readonly id: string;
  readonly reactivates: boolean;
}
export interface SyncPlan {
  readonly creates: readonly SyncSourceRow[];
  readonly updates: readonly SourceRowUpdate[];
  readonly missing: readonly string[];
  readonly unchanged: number;
  readonly faults: readonly SyncFault[];
  /** Reason why nothing may be written; undefined when the run may go on. */
  readonly stop: string | undefined;
}

const MISSING_OBJECTS_TOLERATED = 5;
const DEFAULT_MISSING_PERCENT_MAX = 20;

interface SyncPlanInput {
  readonly source: SyncSourceRows;
  readonly known: readonly ExistingSyncObject[];
  readonly taken: readonly UserContactData[];
  readonly missing_percent_max?: number | null | undefined;
}

export function planSync({ source, known, taken, missing_percent_max }: SyncPlanInput): SyncPlan {
  const { valid, named } = source;
  const faults = [...source.faults];
  const byNumber = new Map(
    known.flatMap((each) => (each.external_id === null ? [] : [[each.external_id, each] as const])),
  );
  const owner = new Map(
    taken.flatMap(({ id, email, phone_number }) =>
      [email, phone_number].flatMap((key) => (key ? [[key, id] as const] : [])),
    ),
  );
  const creates: SyncSourceRow[] = [];
  const updates: SourceRowUpdate[] = [];
  let unchanged = 0;
  for (const { at, row } of valid) {
    const current = byNumber.get(row.external_id);
    const fault = (code: SyncFault["code"]) => faults.push({ row: at, external_id: row.external_id, code });
    if (current?.is_office) fault("NOT_A_DRIVER");
    else if (isContactOfAnother(owner, row, current?.id)) fault("RESOURCE_ALREADY_EXISTS");
    else if (current === undefined) creates.push(row);
    else if (current.matched && isRowUnchanged(current, row) && !current.deactivated) unchanged++;
    else updates.push({ ...row, id: current.id, reactivates: current.deactivated });
  }
  const matched = known.filter((each) => each.matched && each.active && !each.is_office);
  const missing = matched
    .filter(({ external_id }) => external_id === null || !named.has(external_id))
    .map(({ id }) => id);
  const stop = findStopReason({
    missing: missing.length,
    matched: matched.length,
    named: named.size,
    percent: missing_percent_max ?? DEFAULT_MISSING_PERCENT_MAX,
  });
  return { creates, updates, missing, unchanged, faults, stop };
}

function findStopReason(of: { missing: number; matched: number; named: number; percent: number }): string | undefined {
  const { missing, matched, named, percent } = of;
  if (missing > 0 && named === 0) return `The source names nothing, ${matched} would become inactive`;
  const tooMany = missing > MISSING_OBJECTS_TOLERATED && missing * 100 > matched * percent;
  return tooMany ? `${missing} of ${matched} would become inactive` : undefined;
}

const isContactOfAnother = (
  owner: ReadonlyMap<string, string>,
  { email, phone_number }: SyncSourceRow,
  id: string | undefined,
) => [email, phone_number].some((key) => key !== null && owner.has(key) && owner.get(key) !== id);

/** Whether a row changes nothing; fields that the source does not mention stay. */
const isRowUnchanged = (current: ExistingSyncObject, row: SyncSourceRow) =>
  current.name === row.name &&
  current.firstname === row.firstname &&
  (row.email === null || current.email === row.email) &&
  (row.phone_number === null || current.phone_number === row.phone_number);
