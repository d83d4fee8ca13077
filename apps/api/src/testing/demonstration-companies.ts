import { randomUUID } from "node:crypto";
import type { Database } from "#platform/database/database";
import { SeededChance } from "@leitstand/scenario/chance";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import {
  createDemonstrationCompany,
  planDemoCompany,
  type DemoStaff,
} from "../demonstration/demonstration-company.service";
import { loadDemonstrationPlaces } from "../demonstration/demonstration-places.service";
import { testNodeOptions } from "./start-node";
import { demonstrationPasswordAndPin } from "./runs/test-sign-ins";

/**
 * Creates the demonstration companies, by default both, without history; returns their people, vehicles and phones by
 * short code.
 */
export async function createDemonstrationCompanies(
  db: Database,
  companies: typeof SCENARIO_COMPANIES = SCENARIO_COMPANIES,
): Promise<ReadonlyMap<string, DemoStaff>> {
  const founding = {
    pepper: testNodeOptions(db).pepper,
    signIns: demonstrationPasswordAndPin,
    places: loadDemonstrationPlaces(),
  };
  const staff = new Map<string, DemoStaff>();
  for (const company of companies) {
    const plan = await planDemoCompany(company, { ...founding, chance: new SeededChance(1) });
    await db.systemTransaction(randomUUID(), async (tx) =>
      staff.set(company.short_code, await createDemonstrationCompany(tx, plan)),
    );
  }
  return staff;
}
