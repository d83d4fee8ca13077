import { inject } from "vitest";
import type { DemoStaff } from "../apps/api/src/demonstration/demonstration-company.service";
import { createDemonstrationCompanies } from "../apps/api/src/testing/demonstration-companies";
import { withConnection } from "../apps/api/src/testing/postgres/with-connection";
import { connectTestDatabase } from "../apps/api/src/testing/start-node";
import { testClockStartAheadMs } from "../apps/api/src/testing/test-clock";
import { cloneDatabase } from "../apps/api/src/testing/test-database";

/** Age of the demonstration companies in milliseconds: older than the start of any test, however its clock runs. */
const FOUNDED_AGE_MS = 3_600_000;

/** Clones a database with the demonstration companies; returns their staff by short code. */
export async function cloneDemonstrationDatabase() {
  const staff = await createCompaniesOnce(inject("demonstrationDatabase"));
  return { database: await cloneDatabase(inject("demonstrationDatabase")), staff };
}

async function foundCompaniesIn(url: string): Promise<ReadonlyMap<string, DemoStaff>> {
  const db = connectTestDatabase(url, 4);
  try {
    return await createDemonstrationCompanies(db);
  } finally {
    await db.close();
  }
}

/** Creates the companies once in a run, on the first call; the staff is stored beside the database. */
const createCompaniesOnce = (database: string): Promise<ReadonlyMap<string, DemoStaff>> =>
  withConnection(inject("adminUrl"), async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext($1))", [database]);
    const { rows } = await admin.query<{ staff: string }>(
      "select shobj_description(oid, 'pg_database') as staff from pg_database where datname = $1",
      [database],
    );
    if (rows[0]) return new Map(JSON.parse(rows[0].staff) as [string, DemoStaff][]);
    const { url } = await cloneDatabase(inject("template"), testClockStartAheadMs() - FOUNDED_AGE_MS);
    const staff = await foundCompaniesIn(url);
    const name = new URL(url).pathname.slice(1);
    await admin.query(`comment on database ${name} is ${admin.escapeLiteral(JSON.stringify([...staff]))}`);
    await admin.query(`alter database ${name} rename to ${database}`);
    return staff;
  });
