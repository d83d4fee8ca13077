import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sealValue } from "#vault/seal.ts";
import { findSignedInPhone, workerDb } from "./phone.ts";

const HOUR_MS = 3_600_000;
const secrets = { device_token: "dsp_d", token: "dsp_t", pin_token: null, user: null };

// Node has no IndexedDB, so the rows of a phone that has signed in replace it.
beforeEach(async () => {
  vi.stubGlobal("location", { origin: "http://phone" });
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const meta = new Map<string, unknown>([
    ["secrets", await sealValue(key, secrets)],
    ["company", { short_code: "bestattung" }],
  ]);
  vi.spyOn(workerDb.keys, "get").mockResolvedValue({ name: "device", key });
  vi.spyOn(workerDb.meta, "get").mockImplementation(((name: string) =>
    Promise.resolve(meta.has(name) ? { name, value: meta.get(name) } : undefined)) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Server whose clock is that of the phone, and whose answer arrives after so many milliseconds. */
function answerAfter(ms: number) {
  const headers = { date: new Date(10 * HOUR_MS).toUTCString() };
  const clock = vi.spyOn(Date, "now").mockReturnValue(10 * HOUR_MS);
  vi.stubGlobal("fetch", async () => {
    clock.mockReturnValue(10 * HOUR_MS + ms);
    return Response.json({}, { headers });
  });
}

it("a closed app does not learn the server's time from an answer that the sleeping phone got late", async () => {
  const phone = await findSignedInPhone();
  answerAfter(HOUR_MS);
  await phone?.learnClockOffset();
  expect(phone?.clockOffset()).toBe(null);
  answerAfter(1_000);
  await phone?.learnClockOffset();
  expect(phone?.clockOffset()).toBe(0);
  answerAfter(10_000);
  await phone?.learnClockOffset();
  expect(phone?.clockOffset()).toBe(0);
});
