import type { ApiProblem } from "@leitstand/client/problem";
import { expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { testPassword, insertPerson } from "../../testing/sign-in-fixtures";

const api = startApi();

it("a sign-in by password takes as long for unknown users as for known ones", async () => {
  const tenant = await api.aTenant();
  const [caller, email] = [api.anonymous(tenant), "known@example.org"];
  await insertPerson(api.db, tenant, { email, password: testPassword });
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < 40; pair++) {
    for (const [who, address] of [
      ["known", email],
      ["unknown", `nobody${pair}@example.org`],
    ] as const) {
      const begun = performance.now();
      await caller
        .authUser({ email: address, password: "not the right password" })
        .catch((refusal: ApiProblem) => refusal);
      times[who].push(performance.now() - begun);
    }
    api.clock.advance({ hours: 2 });
    await api.db.system.run(sql`delete from auth_counters`);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] as number;
  // Hashing is most of the time of an answer: without the stand-in hash, unknown users would be recognised by it.
  // Compared as a ratio, because the machine may be busy.
  const ratio = median(times.unknown) / median(times.known);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});
