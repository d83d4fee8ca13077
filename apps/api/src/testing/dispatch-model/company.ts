/** Company for dispatching, and the model of one of its cases: the pure rules run on a case in memory. */
import type { CaseType } from "@leitstand/contract/cases/case-rules";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../cases";
import { type CreatedTourCrew, createTestTourCrew, dispatchGrants } from "../dispatch";
import { insertBranch } from "../fixtures";
import type { ApiSession, TestApi } from "../start-api";
import type { Actor } from "#modules/case-states/facts/case-snapshot";
import { createTestSnapshotTour, SingleCaseTestWorld } from "#modules/case-states/case-testkit";

/** A company with its people, phones and programs; every run gives the phones new tours. */
export interface DispatchModelCompany {
  readonly type: CaseType;
  readonly branch_id: string;
  readonly other_branch_id: string;
  readonly dispatcher: ApiSession;
  readonly service: ApiSession;
  readonly stranger: ApiSession;
  readonly crews: readonly CreatedTourCrew[];
}

const modelSettings = { auto_unassign_on_alarm_timeout: true, done_after_days: 0 };

export async function createDispatchModelCompany(api: TestApi, type: CaseType): Promise<DispatchModelCompany> {
  const tenant = await api.aTenant(type === "FUNERAL" ? "FUNERAL" : "ROADSIDE_ASSISTANCE");
  await api.db.system.run(sql`update tenants set settings = ${JSON.stringify(modelSettings)} where id = ${tenant.id}`);
  const branch_id = await insertBranch(api.db, tenant.id);
  const other_branch_id = await insertBranch(api.db, tenant.id);
  const far = await insertBranch(api.db, tenant.id);
  const office = { tenant, grants: dispatchGrants };
  const crews = [];
  for (let count = 0; count < 3; count++)
    crews.push(await createTestTourCrew(api, tenant, { branchId: branch_id, status: "FINISHED" }));
  const company = {
    type,
    branch_id,
    other_branch_id,
    dispatcher: await api.bearer(office),
    service: await api.bearer({ ...office, kind: "SERVICE" }),
    stranger: await api.bearer({ ...office, branchIds: [far] }),
    crews,
  };
  // Keeps tokens valid: the clock runs through weeks of dispatch.
  await api.db.system.run(
    sql`update tokens set expires_at = now() + interval '20 years' where tenant_id = ${tenant.id}`,
  );
  return company;
}

export class DispatchCaseModel extends SingleCaseTestWorld {
  constructor(
    type: CaseType,
    private readonly company: DispatchModelCompany,
    facts: { id: string; approved: boolean; tours: readonly string[] },
  ) {
    const data = type === "FUNERAL" ? funeralCaseRequest().funeral_data : roadsideCaseRequest().rsa_data;
    const state = type === "FUNERAL" ? "OPEN" : facts.approved ? "open" : "create";
    super(
      {
        id: facts.id,
        data_type: type,
        state,
        approved: facts.approved,
        branch_id: company.branch_id,
        source: data?.source_address ?? null,
        target: data?.target_address ?? null,
        is_person: type === "FUNERAL",
        load_units: type === "FUNERAL" ? 1 : 0,
      },
      modelSettings,
    );
    this.tours = facts.tours.map((id) => createTestSnapshotTour(id, { branch_id: company.branch_id }));
  }

  override snapshot(actor: Actor) {
    const branch = {
      id: this.company.other_branch_id,
      in_scope: actor.kind !== "V",
      in_own_branch_group: actor.kind !== "V",
    };
    return { ...super.snapshot(actor), branch };
  }
}
