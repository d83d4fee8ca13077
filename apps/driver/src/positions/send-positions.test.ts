import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PositionRow } from "#storage/database.ts";
import { sealValue } from "#vault/seal.ts";
import { sendPositions } from "./send-positions.ts";

const MINUTE_MS = 60_000;
const now = Date.parse("2026-03-02T09:00:00Z");
const user_id = "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002";

let deviceKey: CryptoKey;
beforeEach(async () => {
  vi.stubGlobal("navigator", { locks: { request: (_name: string, run: () => unknown) => run() } });
  vi.spyOn(Date, "now").mockReturnValue(now);
  deviceKey = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const aFix = async (seq: number, at: number, offset: number | null): Promise<PositionRow> => ({
  seq,
  batch: null,
  user_id,
  offset,
  content: await sealValue(deviceKey, { at, lat: 47.07, lon: 15.43 }),
});

/** Table in memory, with what the sending of positions asks of it: there is no database without a browser. */
function positionsInMemory(rows: PositionRow[]) {
  return {
    filter: () => ({ delete: () => Promise.resolve(0) }),
    orderBy: () => ({ limit: () => ({ toArray: () => Promise.resolve([...rows]) }) }),
    bulkGet: (seqs: number[]) => Promise.resolve(rows.filter(({ seq }) => seqs.includes(seq))),
    bulkPut: () => Promise.resolve(0),
    bulkDelete: () => Promise.resolve(rows.splice(0)),
  };
}

/** Times of the fixes as the server gets them, whose clock is that of the phone. */
async function sentTimes(rows: PositionRow[]) {
  const sent: string[] = [];
  const updateLocation = ({ locations }: { locations: { time: string }[] }) => {
    sent.push(...locations.map(({ time }) => time));
    return Promise.resolve({});
  };
  const positions = positionsInMemory(rows);
  const db = { positions, transaction: (_mode: string, _table: unknown, run: () => unknown) => run() };
  const options = { deviceKey, user_id, clockOffset: () => 0 };
  expect(await sendPositions({ ...options, db: db as never, client: { updateLocation } as never })).toBe("done");
  return sent.map((time) => (Date.parse(time) - now) / MINUTE_MS);
}

it("positions from before the phone's clock was set back are not in the future, and keep their distance in time", async () => {
  const rows = [await aFix(1, now + 18 * MINUTE_MS, null), await aFix(2, now + 20 * MINUTE_MS, null)];
  expect(await sentTimes(rows)).toEqual([-2, 0]);
});

it("positions keep their time where it was certain, and where it is in the past", async () => {
  expect(await sentTimes([await aFix(1, now + 18 * MINUTE_MS, -20 * MINUTE_MS)])).toEqual([-2]);
  expect(await sentTimes([await aFix(1, now - 3 * MINUTE_MS, null)])).toEqual([-3]);
});
