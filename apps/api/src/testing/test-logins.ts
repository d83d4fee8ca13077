import { type Logins, loginsOf, makeLogins } from "#platform/database/database-logins";
import { connectTo } from "#platform/database/primary";

/** Of the pepper follow the logins that serve in tests; `global-setup` has made them. */
export const TEST_PEPPER = "a pepper for the databases of tests";
export const testLogins = (ownerUrl: string) => loginsOf(ownerUrl, TEST_PEPPER);

/** The logins that serve, and for their owner the right to end their sessions: whoever drops a database must. */
export async function makeTestLogins(ownerUrl: string, pepper = TEST_PEPPER): Promise<Logins> {
  await makeLogins(ownerUrl, pepper, ["leitstand_app", "leitstand_system"]);
  const logins = loginsOf(ownerUrl, pepper);
  const names = Object.values(logins).map((url) => new URLSearchParams(url.slice(url.indexOf("?"))).get("user"));
  const owner = await connectTo(ownerUrl, {});
  try {
    await owner.query("grant NAMES to current_user".replace("NAMES", names.join(", ")));
  } finally {
    await owner.end();
  }
  return logins;
}
