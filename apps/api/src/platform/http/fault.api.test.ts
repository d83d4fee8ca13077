import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { resourceUseByTable } from "./fault";

describe("refusal to delete an object in use", () => {
  const api = startApi();

  it("the refusal to delete an object in use has a name for every table whose foreign keys can prevent it", async () => {
    const keeping = await api.db.system.many<{ name: string }>(sql`
      select distinct k.conrelid::regclass::text as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid and not c.relispartition
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confdeltype in ('a', 'r')
        and k.confrelid <> 'tenants'::regclass`);
    expect(keeping.map(({ name }) => name).filter((table) => !(table in resourceUseByTable))).toEqual([]);
  });
});
