import { describe, expect, it } from "vitest";
import { aFuneralCase } from "../../testing/cases";
import { startApi } from "../../testing/start-api";

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

  it("lists comments, the newest first, with who wrote them", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(aFuneralCase());
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

  it("answers strangers as if there were no case", async () => {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(aFuneralCase());
    const stranger = await api.signIn(...grants);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.getCaseComments({ id })).rejects.toMatchObject(missing);
    await expect(stranger.createCaseComment({ id, text: "hallo" })).rejects.toMatchObject(missing);
    await expect(stranger.getCaseStateHistory({ id })).rejects.toMatchObject(missing);
    await expect(dispatcher.createCaseComment({ id, text: "" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("starts a case with the todos whose conditions it meets, and keeps who ticked them", async () => {
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
    const { id, todos, lock_version } = await dispatcher.createCase(aFuneralCase());
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
});
