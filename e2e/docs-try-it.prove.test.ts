import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../packages/contract/src/operations";
import { hasChromium } from "./browser";
import { type DocsSite, startDocs } from "./docs-testkit";
import { credentialsSentBySignIn } from "./docs-try-it-form";

const signInOperations = Object.values(operations).filter(({ auth }) => auth === "tenant_key");

describe.skipIf(!hasChromium)('"Try it" for all operations that sign in', () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  it('the list of operations whose "Try it" signs in has at least nine', () => {
    expect(signInOperations.length).toBeGreaterThanOrEqual(9);
  });

  it.each(signInOperations.map(({ id }) => id))(
    '"Try it" signs in with the key of the tenant and without a token: %s',
    async (id) => {
      expect(await credentialsSentBySignIn(site, id)).toEqual({ authorization: undefined, key: "of the company" });
    },
  );
});
