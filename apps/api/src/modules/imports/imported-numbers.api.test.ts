import { expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "../../testing/start-api";

const api = startApi();

it("an import gives no external id to a person with more grants than its caller", async () => {
  const boss = await api.signIn("importData", "createUser", "updateUser", "getUsers", "deleteUser");
  const { tenant, user_id } = boss.session;
  await api.db.system.run(sql`update users set email = 'boss@example.org' where id = ${user_id}`);
  const lesser = await api.bearer({ tenant, grants: ["importData", "createUser", "updateUser", "getUsers"] });
  const { firstname, lastname } = await lesser.getUser({ id: user_id as string });
  const file = `firstname;lastname;email;external_id\n${firstname};${lastname};boss@example.org;4711`;
  const check = (session: ApiSession) =>
    session.checkImport({ kind: "USERS", file: new File([file], "staff.csv", { type: "text/csv" }) });
  expect(await check(lesser)).toMatchObject({
    updates: 0,
    faults: [{ line: 2, column: null, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" }],
  });
  expect(await check(boss)).toMatchObject({ updates: 1, faults: [] });
});
