import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { listTemplatesForCase } from "./index";

const everything = ["getTodoTemplates", "createTodoTemplate", "updateTodoTemplate", "deleteTodoTemplate"];
const aTemplate = (overrides: object = {}) => ({ title: "Check papers", type: "CASE_TEMPLATE" as const, ...overrides });

describe("todo templates", () => {
  const api = startApi();

  it("a todo template is required, at pickup and active by default", async () => {
    const dispatcher = await api.signIn(...everything);
    const created = await dispatcher.createTodoTemplate(aTemplate());
    expect(created).toMatchObject({
      phase: "PICKUP",
      required: true,
      position: 0,
      conditions: {},
      active: true,
      description: null,
    });
    expect(await dispatcher.getTodoTemplate({ id: created.id })).toEqual(created);
  });

  it("todo templates are listed in the order of the check list, of all types or of one", async () => {
    const dispatcher = await api.signIn(...everything);
    await dispatcher.createTodoTemplate(aTemplate({ title: "second", position: 2 }));
    await dispatcher.createTodoTemplate(aTemplate({ title: "first", position: 1 }));
    await dispatcher.createTodoTemplate(aTemplate({ title: "last", phase: "DELIVERY" }));
    await dispatcher.createTodoTemplate(aTemplate({ title: "tyres", type: "VEHICLE_TEMPLATE" }));
    const titles = async (query = {}) => (await dispatcher.getTodoTemplates(query)).map(({ title }) => title);
    expect(await titles({ type: "CASE_TEMPLATE" })).toEqual(["first", "second", "last"]);
    expect(await titles({ type: "VEHICLE_TEMPLATE" })).toEqual(["tyres"]);
    expect(await titles()).toHaveLength(4);
  });

  it("a new case gets todos of active templates whose conditions hold", async () => {
    const dispatcher = await api.signIn(...everything);
    await dispatcher.createTodoTemplate(aTemplate({ title: "always" }));
    await dispatcher.createTodoTemplate(aTemplate({ title: "infectious", conditions: { infectious: true } }));
    await dispatcher.createTodoTemplate(aTemplate({ title: "retired", active: false }));
    await dispatcher.createTodoTemplate(aTemplate({ title: "vehicle", type: "VEHICLE_TEMPLATE" }));
    const titlesFor = async (infectious: boolean) => {
      const tx = api.db.read(dispatcher.session.tenant.id, "short");
      return (await listTemplatesForCase(tx, { data_type: "FUNERAL", infectious })).map(({ title }) => title).sort();
    };
    expect(await titlesFor(true)).toEqual(["always", "infectious"]);
    expect(await titlesFor(false)).toEqual(["always"]);
  });

  it("a todo template is changed only on its current lock version, and is gone once deleted", async () => {
    const dispatcher = await api.signIn(...everything);
    const { id, lock_version } = await dispatcher.createTodoTemplate(aTemplate({ conditions: { police: true } }));
    const changed = await dispatcher.updateTodoTemplate({ id, lock_version, ...aTemplate({ required: false }) });
    expect(changed).toMatchObject({ required: false, conditions: {}, lock_version: 1 });
    await expect(dispatcher.updateTodoTemplate({ id, lock_version, ...aTemplate() })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
    await dispatcher.deleteTodoTemplate({ id });
    await expect(dispatcher.deleteTodoTemplate({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a todo template of another tenant answers 404, as if it did not exist", async () => {
    const { id, lock_version } = await (await api.signIn(...everything)).createTodoTemplate(aTemplate());
    const stranger = await api.signIn(...everything);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.getTodoTemplate({ id })).rejects.toMatchObject(missing);
    await expect(stranger.updateTodoTemplate({ id, lock_version, ...aTemplate() })).rejects.toMatchObject(missing);
    await expect(stranger.deleteTodoTemplate({ id })).rejects.toMatchObject(missing);
  });

  it.each([{ title: "" }, { phase: "LUNCH" }, { position: -1 }, { conditions: { transport_types: [] } }])(
    "creating a todo template refuses %j",
    async (fault) => {
      const dispatcher = await api.signIn(...everything);
      await expect(dispatcher.createTodoTemplate(aTemplate(fault))).rejects.toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    },
  );

  it("todo templates answer 401 without a token and 403 without the grant", async () => {
    const reader = await api.signIn("getTodoTemplates");
    await expect(reader.createTodoTemplate(aTemplate())).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(api.anonymous().getTodoTemplates()).rejects.toMatchObject({ status: 401 });
  });
});
