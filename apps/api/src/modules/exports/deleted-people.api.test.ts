import { randomUUID } from "node:crypto";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { beforeAll, describe, expect, it } from "vitest";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Principal } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";
import { loadPrintableCase, loadTourDocumentContent } from "./case-export.service";
import { createHandoverDocument } from "./handover-document.service";
import { createTourDocument } from "./tour-document.service";

const reading = ["getCaseComments", "exportCase", "exportTour", "exportTime", "exportTemplate", "setTodoCompleted"];

describe("people who were deleted", () => {
  const api = startApi();
  let office: ApiSession;
  let gone: string;
  let case_id: string;
  let tour_id: string;
  /** Pseudonym in the answers of the API, and in German and English documents. */
  const names = () => {
    const short = gone.slice(0, 8);
    return { answer: `deleted user ${short}`, de: `Gelöschte Person ${short}`, en: `Deleted person ${short}` };
  };

  beforeAll(async () => {
    office = await api.signIn(...dispatchGrants, ...reading);
    const { tenant } = office.session;
    const person = await api.bearer({ tenant, grants: [...dispatchGrants, "createCaseComment"] });
    gone = person.session.user_id as string;
    const { tour_id: transportTour } = await createTestTourCrew(api, tenant);
    case_id = (await person.createCase(funeralCaseRequest())).id;
    await person.createCaseComment({ id: case_id, text: "Angehörige verständigt." });
    const act = async (action: CaseAction, payload = {}) => {
      const { lock_version } = await person.getCase({ id: case_id });
      await person.receiveAction({ id: case_id, action, tour_id: transportTour, lock_version, payload });
    };
    for (const action of ["ASSIGN", "ACCEPT", "START", "ARRIVE"] as const) await act(action);
    await act("LOAD", { identity_confirmed: true, belongings_confirmed: true });
    await act("DELIVER", { received_by: "M. Huber", signature: "M0 0L9 9", belongings_confirmed: true });
    tour_id = randomUUID();
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`
        insert into case_todos (tenant_id, case_id, title, phase, required, position, completed, completed_at, completed_by)
        values (${tenant.id}, ${case_id}, 'Sarg', 'PICKUP', false, 1, true, now(), ${gone})`);
      await tx.run(sql`
        insert into tours (tenant_id, id, status, started_at, ended_at)
        values (${tenant.id}, ${tour_id}, 'FINISHED', '2026-03-02T08:00Z', '2026-03-02T12:00Z')`);
      await tx.run(
        sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${tour_id}, ${gone})`,
      );
      await tx.run(sql`select erase_user(${gone})`);
    });
  });

  const reader = () => ({
    principal: Object.assign({} as Principal, { ...office.session, tenant_id: office.session.tenant.id, roles: [] }),
    scope: TENANT_SCOPE,
    now: api.clock.now(),
  });
  const tx = () => api.db.read(office.session.tenant.id, "long");

  it("answers about cases and tours name a deleted person by a pseudonym, and not as a program", async () => {
    const { answer: name } = names();
    const found = await office.getCase({ id: case_id });
    expect(found.created_by).toEqual({ id: gone, name });
    expect(found.todos?.pickup).toMatchObject([{ completed_by: { id: gone, name } }]);
    const history = await office.getCaseStateHistory({ id: case_id });
    expect(new Set(history.map(({ actor }) => actor?.name))).toEqual(new Set([name]));
    expect((await office.getCaseComments({ id: case_id })).comments).toMatchObject([{ author_name: name }]);
    expect((await office.getTour({ id: tour_id })).users).toMatchObject([{ id: gone, firstname: "", lastname: name }]);
  });

  it("a completed todo that is answered again names a deleted person by a pseudonym", async () => {
    const [todo] = (await office.getCase({ id: case_id })).todos?.pickup ?? [];
    const changed = await office.setTodoCompleted({ case_id, todo_id: todo?.id as string, completed: true });
    expect(changed.completed_by).toEqual({ id: gone, name: names().answer });
  });

  it("documents name a deleted person by a pseudonym in their language", async () => {
    for (const language of ["de", "en"] as const) {
      const name = names()[language];
      const { blocks } = await loadPrintableCase(tx(), reader(), {
        id: case_id,
        language,
        include: ["HISTORY", "TODOS"],
      });
      const printed = JSON.stringify(blocks);
      expect(printed).toContain(`"${name}"`);
      expect(printed).not.toMatch(/deleted user|"service"/);
      const row = (await office.getCaseStateHistory({ id: case_id })).find(
        ({ transition }) => transition === "DELIVER",
      );
      const confirmation = await createHandoverDocument(tx(), {
        case_id,
        history_id: row?.id as string,
        company: "Bestattung",
        language,
        now: api.clock.now(),
      });
      expect(JSON.stringify(confirmation.blocks)).toContain(`"${name}"`);
      const { writing, file } = await loadTourDocumentContent(tx(), reader(), { id: tour_id, language });
      expect(JSON.stringify(createTourDocument(writing, file).blocks)).toContain(`"${name}"`);
      const content = "{{case.created_by.name}}, {{#each history}}{{this.actor.name}}, {{/each}}";
      const filled = await (await office.exportTemplate({ content, case_id, format: "TXT", language })).text();
      expect(new Set(filled.split(", "))).toEqual(new Set([name, ""]));
    }
  });

  it("comments in a document name a deleted author by a pseudonym", async () => {
    const role = { id: randomUUID(), role_type: "DISPATCHER", grants: ["getCaseComments"], branch_ids: null } as const;
    const caller = reader();
    const principal = { ...caller.principal, roles: [role] } as unknown as Principal;
    const { blocks } = await loadPrintableCase(
      tx(),
      { ...caller, principal },
      { id: case_id, language: "de", include: ["COMMENTS"] },
    );
    expect(JSON.stringify(blocks)).toMatch(new RegExp(`${names().de}","Angehörige verständigt`));
  });

  it.each(["DAYS", "TOURS"] as const)("working times by %s name a deleted person by a pseudonym", async (rows) => {
    const answer = await office.exportTime({ from: "2026-03-02", to: "2026-03-02", rows, format: "CSV" });
    expect(await answer.text()).toContain(names().de);
  });
});
