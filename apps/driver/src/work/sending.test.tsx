import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  SEND_AFTER_ALL_STEPS,
  SEND_AFTER_STEPS_AND_PHOTOS,
  type OutboxContent,
  type OutboxRow,
} from "#outbox/outbox-row.ts";
import { anOutboxRow, fixtureTourId } from "#outbox/row.fixture.ts";
import type { PositionRow } from "#storage/database.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealText, sealValue } from "#vault/seal.ts";
import { resetMemory } from "./memory.ts";
import { driverDb, phoneCompany, phoneSecrets } from "./phone.ts";
import { sendOutboxNow } from "./sending.ts";

const offDuty = {
  op: "updateTourStartedSubState",
  body: { id: fixtureTourId, started_sub_state: "OFF_DUTY" },
} as const;
const finish = { op: "finishTour", body: { id: fixtureTourId } } as const;
const user = { id: "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002", firstname: "Jana", phone_number: "+436641234567" };

let key: CryptoKey;
let positions: PositionRow[];
let requests: string[];

const anEnd = async (seq: number, content: OutboxContent, needs: string): Promise<OutboxRow> => ({
  ...anOutboxRow(seq, { chain: "tour", needs }),
  content: await sealValue(key, content),
  frozen: null,
});

// Node has no IndexedDB, so lists replace the tables that a phone at the end of a shift has.
beforeEach(async () => {
  key = await createDeviceKey();
  // The window of tests has Node's `crypto`, but not the class of its keys.
  vi.stubGlobal("CryptoKey", key.constructor);
  const locks = { request: (_name: string, run: () => unknown) => run() };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  vi.spyOn(driverDb.keys, "get").mockResolvedValue({ name: "device", key } as never);
  vi.spyOn(driverDb.meta, "put").mockResolvedValue("" as never);
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  const none = { and: () => none, count: async () => 0, primaryKeys: async () => [], toArray: async () => [] };
  for (const table of [driverDb.outbox, driverDb.photos])
    vi.spyOn(table, "where").mockReturnValue({ equals: () => none, anyOf: () => none, between: () => none } as never);
  vi.spyOn(driverDb.photos, "toArray").mockResolvedValue([]);
  vi.spyOn(driverDb.receipts, "orderBy").mockReturnValue({ limit: () => none } as never);
  keepRows([await anEnd(1, offDuty, SEND_AFTER_ALL_STEPS), await anEnd(2, finish, SEND_AFTER_STEPS_AND_PHOTOS)]);
  const fix = { at: Date.parse("2026-03-02T09:00:00Z"), lat: 47.07, lon: 15.43 };
  keepPositions([{ seq: 1, batch: null, user_id: user.id, offset: 0, content: await sealValue(key, fix) }]);
  phoneCompany.set({ short_code: "bestattung" } as never);
  phoneSecrets.set({ device_token: "dsp_d", token: "dsp_t", pin_token: null, user } as never);
  requests = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

function keepRows(rows: OutboxRow[]) {
  const { outbox } = driverDb;
  vi.spyOn(outbox, "toArray").mockImplementation((async () => [...rows]) as never);
  vi.spyOn(outbox, "orderBy").mockReturnValue({ toArray: async () => [...rows] } as never);
  vi.spyOn(outbox, "filter").mockImplementation(((fits: (row: OutboxRow) => boolean) => ({
    count: async () => rows.filter(fits).length,
  })) as never);
  vi.spyOn(outbox, "update").mockImplementation((async (seq: number, changes: Partial<OutboxRow>) => {
    rows.splice(seq - 1, 1, ...rows.slice(seq - 1, seq).map((row) => ({ ...row, ...changes })));
    return 1;
  }) as never);
}

function keepPositions(kept: PositionRow[]) {
  positions = kept;
  const table = driverDb.positions;
  vi.spyOn(table, "count").mockImplementation((async () => positions.length) as never);
  vi.spyOn(table, "filter").mockReturnValue({ delete: async () => 0 } as never);
  vi.spyOn(table, "orderBy").mockReturnValue({ limit: () => ({ toArray: async () => positions }) } as never);
  vi.spyOn(table, "bulkGet").mockImplementation((async () => positions) as never);
  vi.spyOn(table, "bulkPut").mockResolvedValue(0 as never);
  vi.spyOn(table, "bulkDelete").mockImplementation((async () => {
    positions = [];
  }) as never);
}

it("a request for the server's time that stays unanswered holds up no step that needs none, whose answer then tells it", async () => {
  const [first, second] = [await anEnd(1, offDuty, ""), await anEnd(2, offDuty, "")];
  const frozen = await sealText(key, JSON.stringify({ ...offDuty.body, id: first.action_id }));
  const rows: OutboxRow[] = [
    { ...second, seq: 1, needs: null, chain: "new", offset: null },
    { ...first, seq: 2, needs: null, chain: "tried", frozen },
  ];
  keepRows(rows);
  keepPositions([]);
  vi.stubGlobal("fetch", (url: string) => {
    const path = new URL(url, "http://phone").pathname;
    requests.push(path.includes(first.action_id) ? "tried" : path.includes(fixtureTourId) ? "new" : "other");
    return path.endsWith("/bestattung") ? new Promise(() => undefined) : Promise.resolve(Response.json({}));
  });
  await sendOutboxNow();
  expect(rows.map(({ status }) => status)).toEqual(["sent", "sent"]);
  expect(requests.filter((request) => request !== "other")).toEqual(["tried", "new"]);
});

/** Server that answers requests for positions as said, and takes all others. */
function answerPositions(answer: () => Response) {
  vi.stubGlobal("fetch", async (url: string) => {
    const path = new URL(url, "http://phone").pathname;
    requests.push(path.split("/").at(-1) ?? "");
    return path.endsWith("/location") ? answer() : Response.json({});
  });
}
const serverIsDown = () =>
  Response.json({ code: "SERVICE_UNAVAILABLE", title: "", message: "", args: [], trace_id: "0" }, { status: 503 });

it("the end of a shift waits for positions that the server could not take, and follows as soon as it has them", async () => {
  answerPositions(serverIsDown);
  await sendOutboxNow();
  // A phone that has just started asks for the server's time first.
  expect(requests).toEqual(["bestattung", "location"]);
  answerPositions(() => Response.json({ accepted: 1, ignored: 0 }));
  await sendOutboxNow();
  expect(requests).toEqual(["bestattung", "location", "location", "started_sub_state", "finish"]);
});
