import { expect, it } from "vitest";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Principal } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { selectBranchesByKeys } from "#modules/branches/index";
import { selectDevicesByKeys } from "#modules/devices/index";
import { selectUsersByImportKeys } from "#modules/users/index";
import { selectVehiclesByImportKeys } from "#modules/vehicles/index";
import { startApi } from "../../testing/start-api";

const externalIds = ["100", "101"];
const keyLookups: Readonly<Record<string, (tx: Tx) => unknown>> = {
  branches: (tx) => selectBranchesByKeys(tx, TENANT_SCOPE, { external_id: externalIds, name: ["Graz"] }),
  devices: (tx) => selectDevicesByKeys(tx, TENANT_SCOPE, { external_id: externalIds, phone_number: ["+436641234567"] }),
  users: (tx) =>
    selectUsersByImportKeys(
      tx,
      { principal: {} as Principal, scope: TENANT_SCOPE },
      { external_id: externalIds, email: ["anna@example.org"], phone_number: ["+436641234567"] },
    ),
  vehicles: (tx) =>
    selectVehiclesByImportKeys(tx, TENANT_SCOPE, { external_id: externalIds, license_plate: ["G 1 LS"] }),
};
const api = startApi();

// A connection keeps the plan that it made first: it has to be good when the table has grown to thousands of rows.
it.each(Object.keys(keyLookups))(
  "an import looks up the keys of its file by a hash while there are no %s yet",
  async (kind) => {
    const { id } = await api.aTenant();
    const plan: string[] = [];
    await api.db.transaction(id, async (tx) => {
      const explain = async <T>(query: Sql) => {
        for (const row of await tx.many<{ "QUERY PLAN": string }>(sql`explain ${query}`)) plan.push(row["QUERY PLAN"]);
        return [] as T[];
      };
      await keyLookups[kind]?.({ ...tx, many: explain });
    });
    expect(plan.join("\n")).toContain("hashed SubPlan");
    expect(plan.join("\n")).not.toContain("Join");
  },
);
