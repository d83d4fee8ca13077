import { expect, it } from "vitest";
import { freezeOutboxInput } from "./freeze.ts";
import { anOutboxRow, fixtureCaseId, fixtureTourId } from "./row.fixture.ts";

const acceptContent = {
  op: "receiveAction",
  body: { id: fixtureCaseId, tour_id: fixtureTourId, action: "ACCEPT" },
} as const;
const now = Date.parse("2026-03-02T09:00:00Z");
const frozenInput = (row: object, { version, offset }: { version: number; offset: number }) =>
  JSON.parse(
    freezeOutboxInput(acceptContent, { row: { ...anOutboxRow(1), ...row }, version, clock: { now, offset } }),
  ) as Record<string, unknown>;

it("an outbox request contains the newest lock version that the phone knows, from the screen or from an answer", () => {
  expect(frozenInput({ seen: 3 }, { version: 5, offset: 0 })["lock_version"]).toBe(5);
  expect(frozenInput({ seen: 6 }, { version: 5, offset: 0 })["lock_version"]).toBe(6);
});

it("an outbox request corrects the phone's time by the clock offset known at the action, else by the one learnt later", () => {
  expect(frozenInput({ offset: -60_000 }, { version: 0, offset: 5_000 })["occurred_at"]).toBe(
    "2026-03-02T08:00:00.000Z",
  );
  expect(frozenInput({ offset: null }, { version: 0, offset: 5_000 })["occurred_at"]).toBe("2026-03-02T08:01:05.000Z");
});

it("an outbox request tells no time after the present where the phone's clock was set back after a step of uncertain time", () => {
  const stepAt = now + 3_600_000;
  expect(frozenInput({ at: stepAt, offset: null }, { version: 0, offset: 5_000 })["occurred_at"]).toBe(
    "2026-03-02T09:00:05.000Z",
  );
});

it("an outbox request keeps the certain time of a step whatever the phone learns of its clock later", () => {
  const offset = 3_600_000;
  expect(frozenInput({ at: now, offset }, { version: 0, offset: -offset })["occurred_at"]).toBe(
    "2026-03-02T10:00:00.000Z",
  );
});

it("a request from the outbox has no lock version if its operation does not accept one", () => {
  const content = {
    op: "setTodoCompleted",
    body: { case_id: fixtureCaseId, todo_id: fixtureCaseId, completed: true },
  } as const;
  const row = anOutboxRow(1);
  const stamps = { client_id: row.action_id, occurred_at: "2026-03-02T08:01:00.000Z" };
  expect(JSON.parse(freezeOutboxInput(content, { row, version: 9, clock: { now, offset: 0 } }))).toEqual({
    ...content.body,
    ...stamps,
  });
});

it("a request from the outbox does not contain the todo's title, which the phone keeps for a note", () => {
  const body = { case_id: fixtureCaseId, todo_id: fixtureCaseId, completed: false };
  const content = { op: "setTodoCompleted", body, title: "Schutzkleidung tragen" } as const;
  expect(freezeOutboxInput(content, { row: anOutboxRow(1), version: 9, clock: { now, offset: 0 } })).not.toContain(
    content.title,
  );
});
