import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { eventLogDefaults } from "#platform/events/event-log";
import { runLiveStreamFaultTest, writeWithoutNotifying } from "./testing/races/live-storm";
import { startApi } from "./testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const DELIVERED_WITHIN_MS = 5_000;

describe(`the live feed (seed ${SEED})`, () => {
  const api = startApi();

  it("the live stream loses, repeats and reorders no event through 60 cuts while 24 writers commit out of order", async () => {
    const outcome = await runLiveStreamFaultTest(api, { seed: SEED, events: 1_500, cuts: 60 });
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, disordered: 0 });
    expect(outcome.written).toBeGreaterThanOrEqual(1_500);
    expect(outcome.cuts).toBeGreaterThanOrEqual(60);
  }, 120_000);

  it("the live stream delivers every event within 5 s when all notifications of PostgreSQL get lost", async () => {
    expect(await writeWithoutNotifying(api, eventLogDefaults, DELIVERED_WITHIN_MS)).toBe(20);
  });

  it("the live stream delivers nothing without notifications if nodes do not poll the log", async () => {
    expect(await writeWithoutNotifying(api, { ...eventLogDefaults, pollMs: null }, DELIVERED_WITHIN_MS)).toBe(0);
  });
});
