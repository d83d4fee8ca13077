import { randomUUID } from "node:crypto";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { type Client, createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../cases";
import { dispatchGrants } from "../dispatch";
import { insertTokenBearer, type TenantFixture } from "../fixtures";
import type { AcknowledgedWriteLedger } from "./ledger";
import { insertTour } from "../fleet";

const officeGrants = [...dispatchGrants, "createCaseComment"];
const driverGrants = [...dispatchGrants, "updateLocation"];

/** A dispatcher and a driver who work through cases one after the other, and record the answers they got. */
export interface CrashTestCrew {
  readonly dispatcher: Client;
  readonly phone: Client;
  readonly tour_id: string;
}

export interface CrashTestContext {
  readonly ledger: AcknowledgedWriteLedger;
  /** Called after a call that failed; without it a failed call ends the work. */
  readonly untilReady?: () => Promise<void>;
}

export async function createCrashTestCrew(
  db: Database,
  tenant: TenantFixture,
  baseUrl: string,
): Promise<CrashTestCrew> {
  const office = await insertTokenBearer(db, { tenant, grants: officeGrants });
  const driver = await insertTokenBearer(db, { tenant, kind: "DEVICE", grants: driverGrants, branchIds: [] });
  const tour_id = await insertTour(db, tenant.id, { deviceId: driver.device_id });
  // The servers of crash tests follow the clock of their database, and not that of the tests.
  await db.system.run(sql`
    update tours set started_at = now() - interval '1 hour' where tenant_id = ${tenant.id} and id = ${tour_id}`);
  const client = (token: string) => createClient({ baseUrl, token: () => token, attempts: 2 });
  return { dispatcher: client(office.token), phone: client(driver.token), tour_id };
}

/** Repeats a task until the ledger is closed or, without patience, until a call fails. */
export async function repeatTaskOfCrew(
  crew: CrashTestCrew,
  on: CrashTestContext,
  task: (crew: CrashTestCrew, on: CrashTestContext) => Promise<unknown> = playWholeCase,
) {
  try {
    while (!on.ledger.isClosed) await task(crew, on);
  } catch (error) {
    if (!isOutage(error)) on.ledger.faults.push(String(error));
  }
}

/** Works through a case from the call to the cancellation. */
async function playWholeCase(crew: CrashTestCrew, on: CrashTestContext) {
  const { dispatcher, phone, tour_id } = crew;
  const case_id = await createCaseRetryingOutages(crew, on);
  let lock_version = 0;
  const act = async (who: Client, action: CaseAction, reason?: string) => {
    const key = randomUUID();
    const given = { id: case_id, action, tour_id, lock_version, action_id: key, ...(reason ? { reason } : {}) };
    const answer = await repeatUntilAnswered(on, () => who.receiveAction(given, { idempotencyKey: key }));
    lock_version = answer.lock_version;
    on.ledger.write({ kind: "action", key, case_id, action, lock_version, state: answer.state.current });
  };
  await act(dispatcher, "ASSIGN");
  await addComment(crew, on, case_id);
  await act(phone, "ACCEPT");
  await act(phone, "START");
  await reportPosition(crew, on);
  await act(phone, "UNDO");
  await addComment(crew, on, case_id);
  await act(phone, "START");
  await act(dispatcher, "CANCEL", "Nothing to do any more");
}

/** Creates a case on which no action follows yet. */
export async function createCaseRetryingOutages({ dispatcher }: CrashTestCrew, on: CrashTestContext): Promise<string> {
  const key = randomUUID();
  const draft = funeralCaseRequest({ description: key });
  const { id } = await repeatUntilAnswered(on, () => dispatcher.createCase(draft, { idempotencyKey: key }));
  on.ledger.write({ kind: "case", key, case_id: id });
  return id;
}

async function addComment({ dispatcher }: CrashTestCrew, on: CrashTestContext, case_id: string) {
  const key = randomUUID();
  const { id } = await repeatUntilAnswered(on, () =>
    dispatcher.createCaseComment({ id: case_id, text: key }, { idempotencyKey: key }),
  );
  on.ledger.write({ kind: "comment", key, case_id, comment_id: id });
}

async function reportPosition({ phone, tour_id }: CrashTestCrew, on: CrashTestContext) {
  // oxlint-disable-next-line house/gate-clock -- the product is a process of its own, which proofs start
  const now = Date.now();
  const locations = [{ lat: 47.07, lon: 15.44, time: new Date(now).toISOString() }];
  const { accepted } = await repeatUntilAnswered(on, () => phone.updateLocation({ locations }));
  if (accepted === 1) on.ledger.write({ kind: "position", key: `${tour_id} ${now}` });
  else on.ledger.faults.push("A position was not taken.");
}

/** Repeats a call with the same key until it is answered. */
async function repeatUntilAnswered<T>({ ledger, untilReady }: CrashTestContext, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isOutage(error) || !untilReady) throw error;
      ledger.repeated++;
      await untilReady();
    }
  }
}

/** Errors that a client may see in a crash: no connection, 503, or the first attempt still going on. */
const isOutage = (error: unknown) =>
  error instanceof ApiProblem &&
  (error.status === 0 || error.status === 503 || error.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS");
