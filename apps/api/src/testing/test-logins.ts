import {
  type ServingDatabaseUrls,
  deriveServingDatabaseUrls,
  createDatabaseLogins,
} from "#platform/database/database-logins";
import { connectToPrimary } from "#platform/database/primary";

/** Pepper from which the logins of tests follow; `global-setup` has made them. */
export const TEST_PEPPER = "a pepper for the databases of tests";
export const deriveTestDatabaseLogins = (ownerUrl: string) => deriveServingDatabaseUrls(ownerUrl, TEST_PEPPER);

/** Makes the serving logins, and grants their owner to end their sessions, which dropping a database needs. */
export async function createTestDatabaseLogins(ownerUrl: string, pepper = TEST_PEPPER): Promise<ServingDatabaseUrls> {
  await createDatabaseLogins(ownerUrl, pepper, ["leitstand_app", "leitstand_system"]);
  const logins = deriveServingDatabaseUrls(ownerUrl, pepper);
  const names = Object.values(logins).map((url) => new URLSearchParams(url.slice(url.indexOf("?"))).get("user"));
  const owner = await connectToPrimary(ownerUrl, {});
  try {
    await owner.query("grant NAMES to current_user".replace("NAMES", names.join(", ")));
  } finally {
    await owner.end();
  }
  return logins;
}
