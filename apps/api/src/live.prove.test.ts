import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { eventLogDefaults } from "#platform/events/event-log";
import { type LookAt, look } from "#platform/events/event-looks";
import { overtake, storm, whisper } from "./testing/races/live-storm";
import { startApi } from "./testing/start-api";

const SEED = drawnSeed(import.meta.url);
const DELIVERED_WITHIN_MS = 5_000;

/** The mutant: sequence order taken for commit order, as if nothing below the greatest number could still come. */
const lookNaively: LookAt = (wanted) => ({
  transaction: [
    ...look(wanted).transaction.slice(0, -1),
    sql`
      with before as materialized (select * from event_looks order by look desc limit 1),
      last as materialized (
        select coalesce(max(event.id), 0) as id from event_positions place join events event using (tenant_id, xid, id)),
      placed as (
        insert into event_positions (tenant_id, position, xid, id)
        select tenant_id, last_position + row_number() over (order by events.id), xid, events.id from before, last, events where events.id > last.id
        returning position)
      insert into event_looks (seen, last_position, history, timeline, stored_in)
      select pg_current_snapshot(), placed.position, history, timeline, stored_in
      from before, (select max(position) as position from placed) placed where placed.position is not null`,
  ],
  read: look(wanted).read,
});

describe(`the live feed (seed ${SEED})`, () => {
  const api = startApi();

  it("loses, repeats and disorders nothing through 60 cuts while 24 writers commit out of order", async () => {
    const outcome = await storm(api, { seed: SEED, events: 1_500, cuts: 60 });
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, disordered: 0 });
    expect(outcome.written).toBeGreaterThanOrEqual(1_500);
    expect(outcome.cuts).toBeGreaterThanOrEqual(60);
  }, 120_000);

  it("would lose events if it went by the sequence alone", async () => {
    expect(await overtake(api, lookNaively)).toEqual(["the beginning", "overtaking", "the end"]);
  });

  it("delivers everything within 5 s when every wake-up call gets lost", async () => {
    expect(await whisper(api, eventLogDefaults, DELIVERED_WITHIN_MS)).toBe(20);
  });

  it("would be silent without calls if it did not ask by itself", async () => {
    expect(await whisper(api, { ...eventLogDefaults, pollMs: null }, DELIVERED_WITHIN_MS)).toBe(0);
  });
});
