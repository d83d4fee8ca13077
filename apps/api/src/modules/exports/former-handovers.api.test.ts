import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { Handover } from "@leitstand/contract/company/address";
import { beforeAll, describe, expect, it } from "vitest";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Principal, Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { findTextInDatabase } from "../../testing/find-text";
import { type ApiSession, startApi } from "../../testing/start-api";
import { loadCaseDocumentContent } from "./case-export.service";

type ActionPayload = NonNullable<Parameters<ApiSession["receiveAction"]>[0]["payload"]>;

const confirmedFacts = { identity_confirmed: true, belongings_confirmed: true } as const;
const wrongHandover = { received_by: "Falsch, Friederike", signature: "M0 0L9 9", belongings_confirmed: true } as const;
const correctHandover = { received_by: "Huber, Maria", signature: "M1 1L8 8", belongings_confirmed: true } as const;

describe("former handovers", () => {
  const api = startApi();
  let office: ApiSession;
  let carrier: CreatedTourCrew;
  let helper: CreatedTourCrew;
  beforeAll(async () => {
    office = await api.signIn(...dispatchGrants);
    const { tenant } = office.session;
    carrier = await createTestTourCrew(api, tenant, { capacity: 50 });
    helper = await createTestTourCrew(api, tenant, { capacity: 50 });
  });

  const act = async (
    { driver, tour_id }: CreatedTourCrew,
    id: string,
    [action, payload = {}]: [CaseAction, ActionPayload?],
  ) => {
    const { lock_version } = await office.getCase({ id });
    const actor = action === "ASSIGN" ? office : driver;
    return actor.receiveAction({ id, action, tour_id, lock_version, payload });
  };
  /** A case that is on its way with one crew, after another has helped. */
  async function aLoadedCase() {
    const { id } = await office.createCase(funeralCaseRequest());
    for (const crew of [helper, carrier]) {
      await act(crew, id, ["ASSIGN"]);
      await act(crew, id, ["START"]);
    }
    await act(carrier, id, ["LOAD", confirmedFacts]);
    return id;
  }
  async function correct(id: string, corrected: Partial<Handover>) {
    const { lock_version, funeral_data, ...others } = await office.getCase({ id });
    if (!funeral_data) throw new Error("The transport has lost its data");
    const { display_name, contact } = funeralCaseRequest();
    const handover = { ...funeral_data.handover, ...corrected };
    const { data_type, approved } = others;
    await office.updateCase({
      id,
      lock_version,
      data_type,
      approved,
      display_name,
      contact,
      funeral_data: { ...funeral_data, handover },
    });
  }
  async function formerFor(id: string, scope: Scope = TENANT_SCOPE) {
    const { tenant } = office.session;
    const principal: Principal = Object.assign({} as Principal, { tenant_id: tenant.id, roles: [] });
    const reader = { principal, scope, now: api.clock.now() };
    const file = await loadCaseDocumentContent(api.db.read(tenant.id, "short"), reader, { id, withComments: false });
    return file.former_handovers.map(({ ended_at, ...handover }) => ({
      ...handover,
      ended_by: file.history.find(({ received_at }) => Date.parse(received_at) === Date.parse(ended_at))?.transition,
    }));
  }
  const ofCrew = ({ driver }: CreatedTourCrew): Scope => {
    const { user_id, device_id } = driver.session;
    return { all: false, branch_ids: [], driver: { user_id, device_id, all: false, branch_ids: [] } };
  };
  const undone = {
    received_by: wrongHandover.received_by,
    signature: wrongHandover.signature,
    undone: true,
    ended_by: "UNDO",
  };

  it("an undone handover stays in the list of former handovers with its recipient, its signature, and the time of the undo", async () => {
    const id = await aLoadedCase();
    await act(carrier, id, ["DELIVER", wrongHandover]);
    await act(carrier, id, ["UNDO"]);
    await act(carrier, id, ["DELIVER", correctHandover]);
    expect(await formerFor(id)).toEqual([undone]);
  });

  it("a handover that a dispatcher corrects stays in the list of former handovers, and the history contains the edit", async () => {
    const id = await aLoadedCase();
    await act(carrier, id, ["DELIVER", correctHandover]);
    await correct(id, { received_by: "Huber, Marie" });
    const { received_by, signature } = correctHandover;
    expect(await formerFor(id)).toEqual([{ received_by, signature, undone: false, ended_by: "EDIT" }]);
    await correct(id, { received_by: "Huber, Marie" });
    expect(await formerFor(id)).toHaveLength(1);
  });

  it("a handover that is valid again after an undo is not a former handover", async () => {
    const id = await aLoadedCase();
    await correct(id, { received_by: "Von Hand", signature: "M2 2L7 7" });
    await act(carrier, id, ["DELIVER", wrongHandover]);
    await act(carrier, id, ["UNDO"]);
    expect((await office.getCase({ id })).funeral_data?.handover?.received_by).toBe("Von Hand");
    expect(await formerFor(id)).toEqual([undone]);
  });

  it("a former handover is shown to its own crew, and not to a crew whose work was finished before", async () => {
    const id = await aLoadedCase();
    await act(carrier, id, ["DELIVER", wrongHandover]);
    await act(carrier, id, ["UNDO"]);
    await act(carrier, id, ["DELIVER", correctHandover]);
    expect(await formerFor(id, ofCrew(carrier))).toEqual([undone]);
    expect(await formerFor(id, ofCrew(helper))).toEqual([]);
  });

  it("a document shows a handover that is undone while it is read as valid alone, and one that begins after it as taken back", async () => {
    const id = await aLoadedCase();
    await act(carrier, id, ["DELIVER", wrongHandover]);
    const { tenant } = office.session;
    const principal: Principal = Object.assign({} as Principal, { tenant_id: tenant.id, roles: [] });
    const reader = { principal, scope: TENANT_SCOPE, now: api.clock.now() };
    let undoing: Promise<unknown> | undefined;
    const undoAfterFirstStatement = (tx: Tx): Tx => ({
      ...tx,
      maybe: async <T>(query: Sql) => {
        const found = await tx.maybe<T>(query);
        undoing ??= act(carrier, id, ["UNDO"]);
        await undoing;
        return found;
      },
      inSnapshot: (work) => tx.inSnapshot((snapshot) => work(undoAfterFirstStatement(snapshot))),
    });
    const tx = api.db.read(tenant.id, "long");
    const readWith = async (given: Tx) => {
      const file = await loadCaseDocumentContent(given, reader, { id, withComments: false });
      return [file.dispatchCase.funeral_data?.handover?.received_by, file.former_handovers.length];
    };
    expect(await readWith(undoAfterFirstStatement(tx))).toEqual([wrongHandover.received_by, 0]);
    expect(await readWith(tx)).toEqual([undefined, 1]);
  });

  it("former handovers are deleted with their case", async () => {
    const id = await aLoadedCase();
    await act(carrier, id, ["DELIVER", { ...wrongHandover, received_by: "Nur-Hier, Nora" }]);
    await act(carrier, id, ["UNDO"]);
    expect((await findTextInDatabase(api.databaseUrl, "Nur-Hier, Nora")).equal).not.toEqual([]);
    await api.db.system.run(sql`delete from cases where id = ${id}`);
    const { equal, containing } = await findTextInDatabase(api.databaseUrl, "Nur-Hier, Nora");
    // Answers that may still be repeated are deleted within a day.
    expect([...equal, ...containing].filter((cell) => !cell.startsWith("idempotency_records."))).toEqual([]);
  });
});
