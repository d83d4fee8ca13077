import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { eventLogDefaults, type SelectAfter } from "#platform/events/event-log";
import { overtake, storm, whisper } from "./testing/races/live-storm";
import { startApi } from "./testing/start-api";

const SEED = drawnSeed(import.meta.url);
const DELIVERED_WITHIN_MS = 5_000;

/** The mutant: sequence order taken for commit order. */
const selectNaively: SelectAfter = ({ id }, limit) => sql`
  select null as timeline, null as horizon, null as held_ms, tenant_id, xid, id::text, type, internal, audience, payload::text, trace_id, created_at
  from events where events.id > ${id}::bigint order by events.id limit ${limit}`;

describe(`the live feed (seed ${SEED})`, () => {
  const api = startApi();

  it("loses, repeats and disorders nothing through 60 cuts while 24 writers commit out of order", async () => {
    const outcome = await storm(api, { seed: SEED, events: 1_500, cuts: 60 });
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, disordered: 0 });
    expect(outcome.written).toBeGreaterThanOrEqual(1_500);
    expect(outcome.cuts).toBeGreaterThanOrEqual(60);
  }, 120_000);

  it("would lose events if it went by the sequence alone", async () => {
    expect(await overtake(api, selectNaively)).toEqual(["the beginning", "overtaking", "the end"]);
  });

  it("delivers everything within 5 s when every wake-up call gets lost", async () => {
    expect(await whisper(api, eventLogDefaults, DELIVERED_WITHIN_MS)).toBe(20);
  });

  it("would be silent without calls if it did not ask by itself", async () => {
    expect(await whisper(api, { ...eventLogDefaults, pollMs: null }, DELIVERED_WITHIN_MS)).toBe(0);
  });
});
