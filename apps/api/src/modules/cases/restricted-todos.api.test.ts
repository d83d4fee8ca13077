import { describe, expect, it } from "vitest";
import type { Case } from "@leitstand/contract/cases/case";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, funeralDataExample } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";

describe("todos of a restricted template", () => {
  const office = ["createCase", "updateCase", "getCases", "createTodoTemplate", "deleteTodoTemplate"];
  const api = startApi();
  const titles = ({ todos }: Pick<Case, "todos">) => todos?.pickup.map(({ title }) => title);

  /** Two cases that differ in one restricted field alone, at a company with todos for either of its values. */
  async function twinCases(field: "infectious" | "police") {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: [...dispatchGrants, ...office] });
    const template = { type: "CASE_TEMPLATE", phase: "PICKUP", required: false, position: 1 } as const;
    await dispatcher.createTodoTemplate({ ...template, title: "Papers", conditions: { data_type: "FUNERAL" } });
    const { id } = await dispatcher.createTodoTemplate({
      ...template,
      title: "Wear protection",
      conditions: { [field]: true },
    });
    await dispatcher.createTodoTemplate({ ...template, title: "Wear gloves", conditions: { [field]: false } });
    const create = (value: boolean) => {
      const { cargo_deceased } = funeralDataExample;
      const funeral_data = { ...funeralDataExample, cargo_deceased: { ...cargo_deceased, [field]: value } };
      return dispatcher.createCase(funeralCaseRequest({ funeral_data }));
    };
    return { tenant, dispatcher, template_id: id, marked: await create(true), plain: await create(false) };
  }

  /** Text of an answer without its ids, numbers and moments, in which any two cases differ. */
  const withoutIdentity = (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
      .replaceAll(/C-\d{4}-\d+/g, "<number>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+Z]+/g, "<moment>");

  it.each(["infectious", "police"] as const)(
    "someone who only reads cases cannot tell by the todos of a case whether it is %s",
    async (field) => {
      const { tenant, dispatcher, template_id, marked, plain } = await twinCases(field);
      const reader = await api.bearer({ tenant, grants: ["getCases", "exportCase", "exportTemplate"] });
      const told = async ({ id }: { id: string }) =>
        withoutIdentity(
          JSON.stringify([
            await reader.getCase({ id }),
            (await reader.getCases({ ids: [id] })).cases,
            await exportedTodos(reader, id),
          ]),
        );
      expect(await told(marked)).toBe(await told(plain));
      expect(titles(await reader.getCase(marked))).toEqual(["Papers"]);
      expect(titles(await dispatcher.getCase(marked))).toEqual(expect.arrayContaining(["Papers", "Wear protection"]));
      expect(titles(await dispatcher.getCase(plain))).toEqual(expect.arrayContaining(["Papers", "Wear gloves"]));
      await dispatcher.deleteTodoTemplate({ id: template_id });
      expect(await told(marked)).toBe(await told(plain));
    },
  );

  async function exportedTodos(reader: ApiSession, case_id: string) {
    const content = "{{#each case.todos.pickup}}[{{this.title}}]{{/each}}";
    return (await reader.exportTemplate({ case_id, format: "TXT", content })).text();
  }

  it("the crew of an infectious case gets its restricted todos, and ticks them until the case is done", async () => {
    const { tenant, marked } = await twinCases("infectious");
    const { driver, tour_id } = await createTestTourCrew(api, tenant, {
      grants: ["getCases", "receiveAction", "setTodoCompleted"],
    });
    const todo_id = marked.todos?.pickup.find(({ title }) => title === "Wear protection")?.id ?? "";
    const setLink = (state: string, bucket: string) =>
      api.db.systemTransaction(tenant.id, (tx) =>
        tx.run(sql`
          insert into case_links (case_id, tour_id, state, bucket, last_actor, closed_at)
          values (${marked.id}, ${tour_id}, ${state}, ${bucket}, 'V', ${bucket === "open" ? null : api.clock.now()})
          on conflict (tenant_id, case_id, tour_id) do update set state = excluded.state, bucket = excluded.bucket, closed_at = excluded.closed_at`),
      );
    await setLink("ACCEPTED", "open");
    expect(titles(await driver.getCase(marked))).toContain("Wear protection");
    await setLink("DELIVERED", "finished");
    expect(await driver.getCase(marked)).toMatchObject({ is_redacted: true });
    expect(titles(await driver.getCase(marked))).toContain("Wear protection");
    await driver.setTodoCompleted({ case_id: marked.id, todo_id });
    await setLink("DONE", "finished");
    expect(titles(await driver.getCase(marked))).toEqual(["Papers"]);
  });
});
