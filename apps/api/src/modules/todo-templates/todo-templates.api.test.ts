import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { listTodoTemplatesForCase } from "./index";

const todoTemplateGrants = ["getTodoTemplates", "createTodoTemplate", "updateTodoTemplate", "deleteTodoTemplate"];
const todoTemplateDraft = (overrides: object = {}) => ({
  title: "Check papers",
  type: "CASE_TEMPLATE" as const,
  ...overrides,
});

describe("todo templates", () => {
  const api = startApi();

  it("a new todo template is required, at pickup and active by default", async () => {
    const dispatcher = await api.signIn(...todoTemplateGrants);
    const created = await dispatcher.createTodoTemplate(todoTemplateDraft());
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

  it("todo templates are listed in the order of the check list, and can be filtered by type", async () => {
    const dispatcher = await api.signIn(...todoTemplateGrants);
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "second", position: 2 }));
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "first", position: 1 }));
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "last", phase: "DELIVERY" }));
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "tyres", type: "VEHICLE_TEMPLATE" }));
    const titles = async (query = {}) => (await dispatcher.getTodoTemplates(query)).map(({ title }) => title);
    expect(await titles({ type: "CASE_TEMPLATE" })).toEqual(["first", "second", "last"]);
    expect(await titles({ type: "VEHICLE_TEMPLATE" })).toEqual(["tyres"]);
    expect(await titles()).toHaveLength(4);
  });

  it("a new case gets the todos of active templates whose conditions it meets", async () => {
    const dispatcher = await api.signIn(...todoTemplateGrants);
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "always" }));
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "infectious", conditions: { infectious: true } }));
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "retired", active: false }));
    await dispatcher.createTodoTemplate(todoTemplateDraft({ title: "vehicle", type: "VEHICLE_TEMPLATE" }));
    const titlesFor = async (infectious: boolean) => {
      const tx = api.db.read(dispatcher.session.tenant.id, "short");
      return (await listTodoTemplatesForCase(tx, { data_type: "FUNERAL", infectious }))
        .map(({ title }) => title)
        .sort();
    };
    expect(await titlesFor(true)).toEqual(["always", "infectious"]);
    expect(await titlesFor(false)).toEqual(["always"]);
  });

  it("a todo template is changed only on its current lock version, and no longer listed once deleted", async () => {
    const dispatcher = await api.signIn(...todoTemplateGrants);
    const { id, lock_version } = await dispatcher.createTodoTemplate(
      todoTemplateDraft({ conditions: { police: true } }),
    );
    const changed = await dispatcher.updateTodoTemplate({
      id,
      lock_version,
      ...todoTemplateDraft({ required: false }),
    });
    expect(changed).toMatchObject({ required: false, conditions: {}, lock_version: 1 });
    await expect(dispatcher.updateTodoTemplate({ id, lock_version, ...todoTemplateDraft() })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
    await dispatcher.deleteTodoTemplate({ id });
    await expect(dispatcher.deleteTodoTemplate({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a todo template of another tenant answers 404, as if it did not exist", async () => {
    const { id, lock_version } = await (await api.signIn(...todoTemplateGrants)).createTodoTemplate(
      todoTemplateDraft(),
    );
    const stranger = await api.signIn(...todoTemplateGrants);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.getTodoTemplate({ id })).rejects.toMatchObject(missing);
    await expect(stranger.updateTodoTemplate({ id, lock_version, ...todoTemplateDraft() })).rejects.toMatchObject(
      missing,
    );
    await expect(stranger.deleteTodoTemplate({ id })).rejects.toMatchObject(missing);
  });

  it.each([{ title: "" }, { phase: "LUNCH" }, { position: -1 }, { conditions: { transport_types: [] } }])(
    "creating a todo template refuses %j",
    async (fault) => {
      const dispatcher = await api.signIn(...todoTemplateGrants);
      await expect(dispatcher.createTodoTemplate(todoTemplateDraft(fault))).rejects.toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    },
  );

  it("todo templates answer 401 without a token and 403 without the grant", async () => {
    const reader = await api.signIn("getTodoTemplates");
    await expect(reader.createTodoTemplate(todoTemplateDraft())).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(api.anonymous().getTodoTemplates()).rejects.toMatchObject({ status: 401 });
  });
});
