/** Writers on the same cases, and a count of their changes that are gone in the end. */
import { ApiProblem } from "@leitstand/client/problem";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../cases";
import { createTestTourCrew, dispatchGrants } from "../dispatch";
import type { ApiSession, TestApi } from "../start-api";

const WRITER_COUNT = 16;

/** Errors for writers that came too late; any other error is a fault. */
const conflictCodes = new Set(["LOCK_VERSION_CONFLICT", "CASE_ACTION_NOT_ALLOWED"]);
export async function succeededWithoutConflict(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && conflictCodes.has(error.code)) return false;
    throw error;
  }
}

interface RaceBoard {
  readonly dispatcher: ApiSession;
  readonly tour_id: string;
  readonly ids: readonly string[];
}

export async function createCasesForWriterRace(api: TestApi, cases: number): Promise<RaceBoard> {
  const dispatcher = await api.signIn(...dispatchGrants);
  const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant, { capacity: 100 });
  const ids = [];
  for (let count = 0; count < cases; count++) {
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    ids.push(id);
  }
  return { dispatcher, tour_id, ids };
}

/**
 * Lets all writers read a case and postpone it at once, again and again; returns how many of those changes are gone.
 */
export async function countLostUpdates(
  api: TestApi,
  { dispatcher, tour_id, ids }: RaceBoard,
  rounds: number,
): Promise<number> {
  const postpone = async (id: string) => {
    const { lock_version } = await dispatcher.getCase({ id, include_associations: false });
    const payload = { postponed_until: new Date(api.clock.now().getTime() + 3_600_000).toISOString() };
    return succeededWithoutConflict(
      dispatcher.receiveAction({ id, action: "POSTPONE", tour_id, lock_version, reason: "later", payload }),
    );
  };
  const write = async (writer: number) => {
    let wins = 0;
    for (let round = 0; round < rounds; round++)
      wins += (await postpone(ids[(writer + round) % ids.length] as string)) ? 1 : 0;
    return wins;
  };
  const wins = await Promise.all(Array.from({ length: WRITER_COUNT }, (_, writer) => write(writer)));
  const { kept } = await api.db.system.one<{ kept: number }>(sql`
    select sum(lock_version - 1)::int as kept from cases where id = any(${ids}::uuid[])`);
  return wins.reduce((sum, count) => sum + count, 0) - kept;
}
