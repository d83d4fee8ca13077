import { expect, test } from "vitest";
import { SimulatedDayRecord } from "../day/book";
import type { EventViewer } from "../day/facts";
import { PageWriteLedger } from "./page-ledger";

const appViewer: EventViewer = {
  name: "app of fahrer01",
  tenant: "bestattung",
  types: new Set(),
  all: false,
  branch_ids: [],
  user_id: "driver-1",
  device_id: "device-1",
  driver_branch_ids: [],
};
const createLedger = () => {
  const book = new SimulatedDayRecord();
  return {
    book,
    ledger: new PageWriteLedger({
      book,
      viewer: appViewer,
      refused: async (error, { what }) => book.refused(error, what),
    }),
  };
};
const actionInput = { id: "case-1", action: "ACCEPT", action_id: "action-1", lock_version: 3 };
const sendThroughLedger = (ledger: PageWriteLedger, answer: Response | undefined, key = "key-1") =>
  ledger.hear({
    method: "POST",
    path: "/api/v1/cases/case-1/send_action",
    headers: { "idempotency-key": key },
    body: JSON.stringify(actionInput),
    answer,
  });
const expectedEntry = { kind: "action", case_id: "case-1", action: "ACCEPT", action_id: "action-1" };
const expectedAuthorship = { tenant: "bestattung", by: "app of fahrer01", answer_lost: false };
const refusalResponse = (status: number, code: string) =>
  Response.json({ code, title: "", message: "", args: [] }, { status });

test("the simulation's ledger of a page counts a step without an answer as unknown until it is sent again and answered", async () => {
  const { ledger, book } = createLedger();
  await sendThroughLedger(ledger, undefined);
  expect(ledger.entries).toEqual([
    { ...expectedEntry, ...expectedAuthorship, outcome: "unknown", lock_version: undefined },
  ]);
  await sendThroughLedger(ledger, Response.json({ lock_version: 4 }));
  await sendThroughLedger(ledger, undefined);
  expect(ledger.entries).toEqual([
    { ...expectedEntry, ...expectedAuthorship, outcome: "acknowledged", lock_version: 4, answer_lost: true },
  ]);
  expect([...book.actions]).toEqual([["ACCEPT", 1]]);
});

test("the simulation's ledger of a page counts a write with another idempotency key as another write", async () => {
  const { ledger } = createLedger();
  await sendThroughLedger(ledger, Response.json({ lock_version: 4 }));
  await sendThroughLedger(ledger, Response.json({ lock_version: 5 }), "key-2");
  expect(ledger.entries).toHaveLength(2);
});

test("the simulation's ledger of a page accepts refusals that are normal on a busy day, and reports others as faults", async () => {
  const { ledger, book } = createLedger();
  await sendThroughLedger(ledger, refusalResponse(409, "CASE_ACTION_NOT_ALLOWED"));
  expect(book.faults).toEqual([]);
  await sendThroughLedger(ledger, refusalResponse(400, "VALIDATION_FAILED"), "key-2");
  expect(book.faults.map(({ kind }) => kind)).toEqual(["unexpected refusal"]);
  expect(ledger.entries.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
});

test("the simulation's ledger of a page counts receipts as unknown if the server had some of them already", async () => {
  const { ledger } = createLedger();
  const receipts = [{ case_id: "case-1" }, { case_id: "case-2" }];
  const confirm = (answer: Response | undefined) =>
    ledger.hear({
      method: "PUT",
      path: "/api/v1/devices/receipts",
      headers: {},
      body: JSON.stringify({ receipts }),
      answer,
    });
  await confirm(Response.json({ accepted: 0, ignored: 2 }));
  expect(ledger.entries).toEqual([]);
  await confirm(Response.json({ accepted: 2, ignored: 0 }));
  await confirm(Response.json({ accepted: 1, ignored: 1 }));
  expect(ledger.entries.map(({ outcome }) => outcome)).toEqual(["acknowledged", "acknowledged", "unknown", "unknown"]);
});

test("the simulation's ledger of a page takes the newest position from a batch that was accepted as a whole", async () => {
  const { ledger, book } = createLedger();
  const locations = [{ time: "2026-03-02T08:00:00Z" }, { time: "2026-03-02T08:00:10Z" }];
  const report = (answer: Response | undefined) =>
    ledger.hear({ method: "PUT", path: "/api/v1/location", headers: {}, body: JSON.stringify({ locations }), answer });
  await report(undefined);
  expect(ledger.newestSent).toBeUndefined();
  await report(Response.json({ accepted: 2 }));
  expect([ledger.newestSent, book.positions]).toEqual([Date.parse("2026-03-02T08:00:10Z"), 2]);
});

test("the simulation's ledger of a page ignores requests such as sign-ins", async () => {
  const { ledger } = createLedger();
  await ledger.hear({
    method: "POST",
    path: "/api/v1/auth/device",
    headers: {},
    body: "{}",
    answer: Response.json({}),
  });
  expect(ledger.entries).toEqual([]);
});
