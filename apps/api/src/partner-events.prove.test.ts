import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { runPartnerFaultTest, type PartnerFaultTestOutcome } from "./testing/partners/partner-storm";
import { startApi } from "./testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const CASE_COUNT = 200;
const EVENTS_PER_CASE = 50;
const KILL_COUNT = 20;

describe("events for a partner, while nodes and the partner are killed, slow and wrong", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });

  it("a partner gets every event in order, and repetitions only under the same id", {
    timeout: 600_000,
  }, async () => {
    const outcome = await runPartnerFaultTest(api, {
      cases: CASE_COUNT,
      events: EVENTS_PER_CASE,
      kills: KILL_COUNT,
      seed: SEED,
    });
    const verdict = findDeliveryFaults(outcome, EVENTS_PER_CASE);
    // Printed instead of annotated: an annotation shows only beside a failure, and these figures are needed from every
    // run.
    console.log(
      `${CASE_COUNT * EVENTS_PER_CASE} events of ${CASE_COUNT} cases, ${outcome.told.length} understood, ${verdict.repeated} of them repeated, ` +
        `${outcome.kills} kills, ${Math.round(outcome.minutesPassed)} minutes by the clock`,
    );
    expect(verdict).toMatchObject({ lost: [], doubled: [], disordered: [], foreign: 0 });
    expect(outcome.kills).toBe(KILL_COUNT);
    expect(outcome.minutesPassed).toBeGreaterThanOrEqual(60);
    expect(verdict.repeated).toBeGreaterThan(0);
    const kept = await api.db.system.one<{ count: number }>(sql`
      select count(*)::int as count from queued_event_log where tenant_id = ${outcome.tenantId}`);
    expect(kept.count).toBe(CASE_COUNT * EVENTS_PER_CASE);
  });

  it.each([
    { what: "lost", hasty: "that marks it as sent before it sends", fault: { mutant: "mark first" } },
    { what: "doubled", hasty: "that gives every attempt an id of its own", fault: { mutant: "new id" } },
    { what: "disordered", hasty: "that ignores the order within a case", fault: { isWithoutOrder: true } },
  ] as const)(
    "the test of partner events finds an event that is $what by a node $hasty",
    // Each wait inside ends by itself and says what it waited for; 120 s would be less than one of them.
    { timeout: 600_000 },
    async ({ what, fault }) => {
      const verdict = findDeliveryFaults(
        await runPartnerFaultTest(api, { cases: 10, events: EVENTS_PER_CASE, kills: 3, seed: SEED, ...fault }),
        EVENTS_PER_CASE,
      );
      expect(verdict[what]).not.toEqual([]);
    },
  );
});

function findDeliveryFaults({ caseIds, told }: PartnerFaultTestOutcome, events: number) {
  const numberOf = ({ body }: (typeof told)[number]) => Number(body.data["number"]);
  const byCase = caseIds.map((id) => told.filter(({ body }) => body.case_id === id));
  const lost: string[] = [];
  const doubled: string[] = [];
  const disordered: string[] = [];
  for (const own of byCase) {
    const id = own[0]?.body.case_id;
    const numbers = own.map(numberOf);
    const keys = new Map<number, Set<string>>();
    for (const event of own) keys.set(numberOf(event), (keys.get(numberOf(event)) ?? new Set()).add(event.key));
    const missing = Array.from({ length: events }, (_, number) => number).filter((number) => !keys.has(number));
    lost.push(...missing.map((number) => `${id} ${number}`));
    doubled.push(...[...keys].filter(([, all]) => all.size > 1).map(([number]) => `${id} ${number}`));
    // A repetition must come before any later event of its case.
    disordered.push(
      ...numbers.filter((number, at) => number < Math.max(...numbers.slice(0, at))).map((number) => `${id} ${number}`),
    );
    const sequences = own.map(({ body }) => body.sequence);
    if (sequences.some((sequence, at) => at > 0 && sequence < (sequences[at - 1] ?? 0))) disordered.push(`${id}`);
  }
  return {
    lost,
    doubled,
    disordered,
    /** Events whose idempotency key is not their id. */
    foreign: told.filter(({ key, body }) => key !== body.id).length,
    repeated: told.length - new Set(told.map(({ key }) => key)).size,
  };
}
