import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../packages/contract/src/operations";
import { hasBrowser } from "./browser";
import { type DocsSite, startDocs } from "./docs-testkit";
import { sentToSignIn } from "./docs-try-it-form";

const signIns = Object.values(operations).filter(({ auth }) => auth === "tenant_key");

describe.skipIf(!hasBrowser)('"Try it" for all operations that sign in', () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it("all operations that sign in are covered by these tests", () => {
    expect(signIns.length).toBeGreaterThanOrEqual(9);
  });

  it.each(signIns.map(({ id }) => id))(
    '"Try it" signs in with the key of the tenant and without a token: %s',
    async (id) => {
      expect(await sentToSignIn(site, id)).toEqual({ authorization: undefined, key: "of the company" });
    },
  );
});
