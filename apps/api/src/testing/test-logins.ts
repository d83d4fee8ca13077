import { type DatabaseLogins, deriveDatabaseLogins, createDatabaseLogins } from "#platform/database/database-logins";
import { connectToPrimary } from "#platform/database/primary";

/** Pepper from which the logins of tests follow; `global-setup` has made them. */
export const TEST_PEPPER = "a pepper for the databases of tests";
export const testLogins = (ownerUrl: string) => deriveDatabaseLogins(ownerUrl, TEST_PEPPER);

/** Makes the serving logins, and grants their owner to end their sessions, which dropping a database needs. */
export async function makeTestLogins(ownerUrl: string, pepper = TEST_PEPPER): Promise<DatabaseLogins> {
  await createDatabaseLogins(ownerUrl, pepper, ["leitstand_app", "leitstand_system"]);
  const logins = deriveDatabaseLogins(ownerUrl, pepper);
  const names = Object.values(logins).map((url) => new URLSearchParams(url.slice(url.indexOf("?"))).get("user"));
  const owner = await connectToPrimary(ownerUrl, {});
  try {
    await owner.query("grant NAMES to current_user".replace("NAMES", names.join(", ")));
  } finally {
    await owner.end();
  }
  return logins;
}
