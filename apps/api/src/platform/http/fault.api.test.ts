import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { problemOfError, referencingResourceByTable } from "./fault";

describe("refusal to delete an object in use", () => {
  const api = startApi();

  it("the refusal to delete an object in use has a name for every table whose foreign keys can prevent it", async () => {
    const keeping = await api.db.system.many<{ name: string }>(sql`
      select distinct k.conrelid::regclass::text as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid and not c.relispartition
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confdeltype in ('a', 'r')
        and k.confrelid <> 'tenants'::regclass`);
    expect(keeping.map(({ name }) => name).filter((table) => !(table in referencingResourceByTable))).toEqual([]);
  });
});

describe("refusal while the database is away", () => {
  it.each([
    ["its name is not known", { code: "ENOTFOUND" }],
    ["the server of names is away", { code: "EAI_AGAIN" }],
    ["no way leads to its host", { code: "EHOSTUNREACH" }],
    ["no way leads to its network", { code: "ENETUNREACH" }],
    ["its connection has failed", { code: "08006" }],
    ["a pooler does not reach it", { code: "08P01" }],
    ["it takes no writes", { code: "25006" }],
    ["it has ended an idle transaction", { code: "25P03" }],
    ["it has ended a long transaction", { code: "25P04" }],
    ["it has ended an idle session", { code: "57P05" }],
    ["it does not answer a new connection", { message: "timeout expired" }],
  ])("a call is answered 503 and may be repeated when the database is away because %s", (_reason, fault) => {
    expect(problemOfError(Object.assign(new Error("failed"), fault))).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      faults: [{ retry_after: 1 }],
    });
  });

  it("a call is answered 500 when its statement is wrong", () => {
    expect(problemOfError(Object.assign(new Error("failed"), { code: "42601" })).code).toBe("INTERNAL_ERROR");
  });
});
