import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDriverApiBeforeSignIn, certainClockOffset, clockOffset, loadClockOffset } from "./api.ts";
import { resetMemory } from "./memory.ts";
import { driverDb, phoneSecrets } from "./phone.ts";

const HOUR_MS = 3_600_000;

// Node has no IndexedDB, so a map replaces it.
beforeEach(() => {
  const rows = new Map<string, unknown>();
  vi.spyOn(driverDb.meta, "put").mockImplementation(((row: { name: string }) => {
    rows.set(row.name, row);
    return Promise.resolve(row.name);
  }) as never);
  vi.spyOn(driverDb.meta, "get").mockImplementation(((name: string) => Promise.resolve(rows.get(name))) as never);
  vi.spyOn(driverDb.log, "add").mockResolvedValue(1 as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

/** Asks a server whose clock is ahead of the phone's by so many milliseconds. */
async function askServerAheadBy(ms: number) {
  const headers = { date: new Date(10 * HOUR_MS + ms).toUTCString() };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({}, { headers })));
  await createDriverApiBeforeSignIn().getTenantConfig({ short_code: "bestattung" });
}

it.each([0, HOUR_MS])(
  "a phone that starts without network knows the server's time as it learnt it when it signed in: %i ms ahead",
  async (ms) => {
    vi.spyOn(Date, "now").mockReturnValue(10 * HOUR_MS);
    await askServerAheadBy(ms);
    phoneSecrets.set({ device_token: "d", token: null, pin_token: null, user: null });
    await askServerAheadBy(ms);
    clockOffset.set(null);
    await loadClockOffset();
    expect(clockOffset.get()).toBe(ms);
  },
);

it("a phone that starts without network fixes no time by an offset from before, as its clock may have been set since", async () => {
  vi.spyOn(Date, "now").mockReturnValue(10 * HOUR_MS);
  phoneSecrets.set({ device_token: "d", token: null, pin_token: null, user: null });
  await askServerAheadBy(HOUR_MS);
  expect(certainClockOffset()).toBe(HOUR_MS);
  resetMemory();
  await loadClockOffset();
  expect([clockOffset.get(), certainClockOffset()]).toEqual([HOUR_MS, null]);
  await askServerAheadBy(0);
  expect(certainClockOffset()).toBe(0);
});

it.each([
  ["set back", -HOUR_MS, -HOUR_MS],
  ["set forward, or it has slept", HOUR_MS, -2 * HOUR_MS],
])(
  "a phone whose clock is %s knows the server's time for certain only with the next answer",
  async (_, jump, shown) => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(10 * HOUR_MS);
    vi.spyOn(performance, "now").mockReturnValue(0);
    await askServerAheadBy(-2 * HOUR_MS);
    expect(certainClockOffset()).toBe(-2 * HOUR_MS);
    clock.mockReturnValue(10 * HOUR_MS + jump);
    expect([certainClockOffset(), clockOffset.get()]).toEqual([null, shown]);
    await askServerAheadBy(jump);
    expect(certainClockOffset()).toBe(0);
  },
);

it("an answer without a time leaves the phone with what it knows, and holds up none of its steps", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({})));
  expect(certainClockOffset()).toBe(null);
  await createDriverApiBeforeSignIn().getTenantConfig({ short_code: "bestattung" });
  expect(certainClockOffset()).toBe(0);
});

it("a phone that has never had an answer does not know the server's time", async () => {
  await loadClockOffset();
  expect(clockOffset.get()).toBe(null);
});
