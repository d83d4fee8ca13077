import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  api,
  createDriverApiBeforeSignIn,
  certainClockOffset,
  clockOffset,
  learnClockOffset,
  loadClockOffset,
} from "./api.ts";
import { resetMemory } from "./memory.ts";
import { driverDb, phoneCompany, phoneSecrets } from "./phone.ts";

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
  vi.useRealTimers();
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

/** Both clocks of a phone, which go on only while an answer is under way; the server's clock is that of the phone. */
function aPhoneWithStoppedClocks() {
  const clocks = { wall: 10 * HOUR_MS, monotonic: 0 };
  vi.spyOn(Date, "now").mockImplementation(() => clocks.wall);
  vi.spyOn(performance, "now").mockImplementation(() => clocks.monotonic);
  return async (wall: number, monotonic: number) => {
    const headers = { date: new Date(clocks.wall).toUTCString() };
    vi.stubGlobal("fetch", async () => {
      clocks.wall += wall;
      clocks.monotonic += monotonic;
      return Response.json({}, { headers });
    });
    await createDriverApiBeforeSignIn().getTenantConfig({ short_code: "bestattung" });
  };
}

it("an answer that a sleeping phone gets late changes nothing of what it knows about the server's time", async () => {
  const answerArrivesAfter = aPhoneWithStoppedClocks();
  await answerArrivesAfter(0, 0);
  await answerArrivesAfter(HOUR_MS, HOUR_MS);
  expect([certainClockOffset(), clockOffset.get()]).toEqual([0, 0]);
  // The monotonic clock of some phones stops meanwhile, which looks like a clock that was set.
  await answerArrivesAfter(HOUR_MS, 0);
  expect([certainClockOffset(), clockOffset.get()]).toEqual([null, 0]);
  await answerArrivesAfter(1_000, 1_000);
  expect(certainClockOffset()).toBe(0);
});

it("a phone in a slow network takes the server's time from an answer that took seconds, but not in place of a better one", async () => {
  const answerArrivesAfter = aPhoneWithStoppedClocks();
  await answerArrivesAfter(8_000, 8_000);
  expect(certainClockOffset()).toBe(-8_000);
  await answerArrivesAfter(1_000, 1_000);
  await answerArrivesAfter(8_000, 8_000);
  expect(certainClockOffset()).toBe(0);
});

/** Server that takes requests for its time and never answers them, and answers all others. */
function leaveTimeRequestsUnanswered() {
  phoneCompany.set({ short_code: "bestattung" } as never);
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    requests.push(url.split("/").at(-1) ?? "");
    if (!url.endsWith("/bestattung")) return Promise.resolve(Response.json({}));
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  });
  return requests;
}

it("a request for the server's time that stays unanswered ends after a few seconds for all who wait for it", async () => {
  vi.useFakeTimers();
  const requests = leaveTimeRequestsUnanswered();
  let ended = 0;
  for (let count = 0; count < 2; count += 1) void learnClockOffset().then(() => (ended += 1));
  await vi.advanceTimersByTimeAsync(3_900);
  expect(ended).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([ended, requests]).toEqual([2, ["bestattung"]]);
});

it("the wait for the server's time ends as soon as any other answer tells it", async () => {
  vi.useFakeTimers();
  leaveTimeRequestsUnanswered();
  const learning = learnClockOffset();
  await api.getUserInfo();
  await learning;
  expect(certainClockOffset()).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
});
