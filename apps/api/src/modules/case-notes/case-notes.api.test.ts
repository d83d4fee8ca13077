import { describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";

const grants = [
  "createCase",
  "getCases",
  "getCaseComments",
  "createCaseComment",
  "setTodoCompleted",
  "createTodoTemplate",
];

describe("notes on cases", () => {
  const api = startApi();

  it("comments of a case are listed with their author, the newest first", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.createCaseComment({ id, text: "Schlüssel beim Portier" });
    const second = await dispatcher.createCaseComment({ id, text: "<img src=x onerror=alert(1)>" });
    const { meta, comments } = await dispatcher.getCaseComments({ id, size: 1 });
    expect(meta).toMatchObject({ total_elements: 2, total_pages: 2 });
    expect(comments).toEqual([second]);
    expect(second).toMatchObject({ text: "<img src=x onerror=alert(1)>", author_name: "Test Person" });
    const oldest = await dispatcher.getCaseComments({ id, sort: ["created_at,asc"], size: 1 });
    expect(oldest.comments[0]?.text).toBe("Schlüssel beim Portier");
    await expect(dispatcher.getCaseComments({ id, sort: ["text"] })).rejects.toMatchObject({
      code: "SORT_FIELD_UNKNOWN",
    });
  });

  it("comments on a case of another tenant answer 404, as if the case did not exist", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    const stranger = await api.signIn(...grants);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.getCaseComments({ id })).rejects.toMatchObject(missing);
    await expect(stranger.createCaseComment({ id, text: "hallo" })).rejects.toMatchObject(missing);
    await expect(stranger.getCaseStateHistory({ id })).rejects.toMatchObject(missing);
    await expect(dispatcher.createCaseComment({ id, text: "" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("a new case gets the todos whose conditions it meets, and each todo stores the user who ticked it", async () => {
    const dispatcher = await api.signIn(...grants);
    const template = { type: "CASE_TEMPLATE", phase: "PICKUP", required: true } as const;
    await dispatcher.createTodoTemplate({
      ...template,
      title: "Papiere",
      position: 2,
      conditions: { data_type: "FUNERAL" },
    });
    await dispatcher.createTodoTemplate({
      ...template,
      title: "Schutzanzug",
      position: 1,
      conditions: { infectious: true },
    });
    await dispatcher.createTodoTemplate({ ...template, title: "Urkunde", phase: "DELIVERY", conditions: {} });
    const { id, todos, lock_version } = await dispatcher.createCase(funeralCaseRequest());
    expect(todos).toMatchObject({ pickup: [{ title: "Papiere", completed: false }], delivery: [{ title: "Urkunde" }] });
    const todo_id = todos?.pickup[0]?.id as string;
    const done = await dispatcher.setTodoCompleted({ case_id: id, todo_id });
    expect(done).toMatchObject({ completed: true, completed_by: { name: "Test Person" } });
    expect(await dispatcher.setTodoCompleted({ case_id: id, todo_id, completed: true })).toEqual(done);
    expect(await dispatcher.getCase({ id })).toMatchObject({ lock_version, todos: { pickup: [done] } });
    expect(await dispatcher.setTodoCompleted({ case_id: id, todo_id, completed: false })).toMatchObject({
      completed_at: null,
    });
    const stranger = await api.signIn(...grants);
    await expect(stranger.setTodoCompleted({ case_id: id, todo_id })).rejects.toMatchObject({ status: 404 });
  });

  it("the event of a ticked todo never shows the case as it was before a concurrent action", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    await dispatcher.createTodoTemplate({
      type: "CASE_TEMPLATE",
      phase: "PICKUP",
      title: "Papiere",
      position: 1,
      required: true,
      conditions: {},
    });
    const { id, todos, lock_version } = await dispatcher.createCase(funeralCaseRequest());
    const todo_id = todos?.pickup[0]?.id as string;
    const ticking = await api.db.systemTransaction(tenant.id, async (tx) => {
      // An action changes the case here, and is not committed yet.
      await tx.run(sql`update cases set lock_version = lock_version + 1 where tenant_id = ${tenant.id} and id = ${id}`);
      return startBlockedWork({ tx, db: api.db.system }, () => dispatcher.setTodoCompleted({ case_id: id, todo_id }));
    });
    await ticking.outcome;
    const { payload } = await api.db.system.one<{ payload: { lock_version: number } }>(sql`
      select payload from events where payload ->> 'case_id' = ${id} order by xid desc, id desc limit 1`);
    expect(payload.lock_version).toBe(lock_version + 1);
  });
});
