import { insertTokenBearer } from "../../../apps/api/src/testing/fixtures";
import { createClient } from "../../../packages/client/src/client";
import { listAllGrants } from "../harness/fleet-data";
import type { BenchEnvironment } from "../harness/ground";
import { insertPhoneFleet } from "../harness/phone-fleet";
import { type BenchRow, median, formatMilliseconds } from "../harness/row";

const RATIO_GOAL = 1.3;
const TOUR_COUNT = 64;
const CASE_COUNT = 600;
/** Number of cases by which the server warms up. */
const WARM_UP_CASES = 100;

/** Benchmarks `POST /cases/{id}/reassign` against the `ASSIGN` that it contains; on the same cases by turns. */
export async function benchReassign(ground: BenchEnvironment): Promise<BenchRow> {
  const { db, owner } = ground;
  const { tenant, branch_id, phones } = await insertPhoneFleet(db, owner, TOUR_COUNT);
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  const { rows } = await owner.query<{ id: string }>(
    `insert into cases (natural_id, display_name, branch_id, data_type, state, approved, funeral_data)
      select 'C-R-' || n, 'Maria Muster', $1, 'FUNERAL', 'OPEN', true,
        '{"cargo_type": "PERSON", "transport_type": "Transportauftrag",
          "cargo_deceased": {"first_name": "Maria", "last_name": "Muster", "date_of_death": "2026-03-01"}}'
      from generate_series(1, $2::int) n returning id`,
    [branch_id, CASE_COUNT],
  );
  await owner.query("reset role; analyze cases, case_links; set role leitstand_system");
  const { token } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  const api = await ground.api();
  const dispatcher = createClient({ baseUrl: api.url, token: () => token });
  const [assigning, moving]: [number[], number[]] = [[], []];
  for (const [index, { id }] of rows.entries()) {
    const [from, to] = [index, index + 1].map((at) => phones[at % TOUR_COUNT]?.tour_id ?? "") as [string, string];
    const began = performance.now();
    const { lock_version } = await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: from, lock_version: 0 });
    const assigned = performance.now();
    await dispatcher.reassignCase({ id, from_tour_id: from, to_tour_id: to, lock_version });
    if (index >= WARM_UP_CASES) {
      assigning.push(assigned - began);
      moving.push(performance.now() - assigned);
    }
  }
  const ratio = median(moving) / median(assigning);
  return {
    what: "reassign, one after the other",
    ours: formatMilliseconds(median(moving)),
    limit: formatMilliseconds(median(assigning)),
    limitName: "ASSIGN of the same case",
    ratio,
    goal: `≤ ${RATIO_GOAL}`,
    met: ratio <= RATIO_GOAL,
  };
}
