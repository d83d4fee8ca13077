import type pg from "pg";
import { insertTokenBearer } from "../../../apps/api/src/testing/fixtures";
import type { Database } from "../../../apps/api/src/platform/database/database";
import { listAllGrants } from "./fleet-data";
import type { PhoneFleet } from "./phone-fleet";

/** Cases that are assigned to running tours. */
export interface DispatchDayData {
  readonly fleet: PhoneFleet;
  /** Token of a dispatcher who may do everything in the tenant. */
  readonly token: string;
}
export interface CaseIndexRange {
  readonly from: number;
  readonly count: number;
}

/** Ranges of cases for each row, which are therefore as that row left them. */
export const benchCaseRanges = {
  sendAction: { from: 1, count: 3_000 },
  growth: { from: 3_001, count: 500 },
  screens: { from: 3_501, count: 500 },
  pgbench: { from: 4_001, count: 4_000 },
} as const satisfies Readonly<Record<string, CaseIndexRange>>;
const dispatchDayRange: CaseIndexRange = { from: 1, count: 8_000 };

/**
 * Ranges of a day that fits on one board, in a company of its own: cases that others act on, and those of one
 * dispatcher. With fewer cases each would get in minutes the history of a month, which every decision reads.
 */
export const boardBenchCaseRanges = {
  others: { from: 8_001, count: 2_000 },
  own: { from: 10_001, count: 18 },
} as const satisfies Readonly<Record<string, CaseIndexRange>>;
const boardDayRange: CaseIndexRange = {
  from: boardBenchCaseRanges.others.from,
  count: boardBenchCaseRanges.others.count + boardBenchCaseRanges.own.count,
};

export const benchCaseIdAt = (index: number) => `00000000-0000-4000-9000-${String(index).padStart(12, "0")}`;
/** The id of a case in SQL, for pgbench. */
export const benchCaseIdSqlExpression = "('00000000-0000-4000-9000-' || lpad(:i::text, 12, '0'))::uuid";

export interface BenchDatabaseConnections {
  readonly db: Database;
  readonly owner: pg.Client;
}
export const insertDispatchDayCases = (loaders: BenchDatabaseConnections, fleet: PhoneFleet) =>
  loadCases(loaders, fleet, dispatchDayRange);
export const insertBoardDayCases = (loaders: BenchDatabaseConnections, fleet: PhoneFleet) =>
  loadCases(loaders, fleet, boardDayRange);

async function loadCases(
  { db, owner }: BenchDatabaseConnections,
  fleet: PhoneFleet,
  { from, count }: CaseIndexRange,
): Promise<DispatchDayData> {
  const { tenant, branch_id, phones } = fleet;
  const { token } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  await owner.query(
    `insert into cases (id, natural_id, display_name, branch_id, data_type, state, approved, funeral_data, search_text)
      select ('00000000-0000-4000-9000-' || lpad(i::text, 12, '0'))::uuid, 'C-B-' || i, 'Maria Muster ' || i, $1, 'FUNERAL', 'ASSIGNED', true,
        '{"cargo_type": "PERSON", "transport_type": "Transportauftrag", "cargo_deceased": {"first_name": "Maria", "last_name": "Muster"},
          "source_address": {"name": "Landeskrankenhaus", "zip_code": "8036", "city": "Graz"}, "target_address": {"name": "Zentralfriedhof", "zip_code": "8020", "city": "Graz"}}',
        'maria muster graz'
      from generate_series($2::int, $3::int) i`,
    [branch_id, from, from + count - 1],
  );
  await owner.query(
    `insert into case_links (case_id, tour_id, state, bucket)
      select ('00000000-0000-4000-9000-' || lpad(i::text, 12, '0'))::uuid, ($1::uuid[])[1 + i % array_length($1::uuid[], 1)], 'ASSIGNED', 'open'
      from generate_series($2::int, $3::int) i`,
    [phones.map(({ tour_id }) => tour_id), from, from + count - 1],
  );
  await owner.query("reset role; analyze cases, case_links; set role leitstand_system");
  return { fleet, token };
}

/** Tour that a case is assigned to. */
export const tourIdOfBenchCase = ({ fleet: { phones } }: DispatchDayData, index: number) =>
  phones[index % phones.length]?.tour_id ?? "";
