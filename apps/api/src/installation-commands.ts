/**
 * Commands that decide who may sign in to an installation. They hold its database credentials, so they ask for no
 * password.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { systemClock } from "#platform/clock";
import type { Config } from "#platform/configuration/config";
import type { Database } from "#platform/database/database";
import { isMailAddress } from "#platform/mail-address";
import { readOrCreateSecret } from "#platform/process/secret-file";
import { StartupError } from "#platform/process/startup-error";
import { demonstrationTenantKeys } from "#demonstration/demonstration-keys";
import { deleteDemonstration, readDemonstrationSize } from "#demonstration/demonstration-end.service";
import {
  appointPlatformAdministrator,
  runInPlatformTenant,
  createPasswordLinkForPerson,
  type InstallationCommandServices,
} from "#modules/tenants/index";

export interface CliCommandContext {
  readonly config: Config;
  readonly db: Database;
  readonly say: (line: string) => void;
}

/** Turns a demonstration into an installation for others: deletes all its data and appoints a first administrator. */
export async function runDemonstrationEndCommand(
  installation: CliCommandContext,
  [email = "", consent]: readonly string[],
) {
  checkMailAddress(email);
  const { config, db, say } = installation;
  const found = await readDemonstrationSize(db.system);
  if (found.names.length === 0)
    throw new StartupError(
      "The database holds no demonstration.",
      "For an administrator of the platform: npm run leitstand -- administrator appoint YOUR-MAIL-ADDRESS",
    );
  if (found.servers > 0) throw new StartupError("A server is at work on this database; stop it first.");
  say(`This removes the demonstration for good: ${found.names.join(", ")}`);
  say(
    `with ${found.people} people, ${found.vehicles} vehicles, ${found.cases} cases, ${found.tours} tours and all that belongs ` +
      "to them: sessions, tokens, messages, positions, files.",
  );
  if (found.others > 0) say(`Other tenants stay as they are: ${found.others}.`);
  say(`${email} becomes administrator of the platform.`);
  if (consent !== "--yes") await askForConfirmation();
  const services = platformServicesOf(installation);
  const link = await runInPlatformTenant(services, { ignoredKeys: demonstrationTenantKeys }, async (tx) => {
    await deleteDemonstration(tx);
    return appointPlatformAdministrator(tx, services, email);
  });
  rmSync(join(config.dataDir, "demonstration"), { force: true });
  say("The demonstration is gone. Files of its cases follow within the hour after the next start.");
  printLink(installation, link);
}

export async function runAppointAdministratorCommand(installation: CliCommandContext, [email = ""]: readonly string[]) {
  checkMailAddress(email);
  const services = platformServicesOf(installation);
  const { names } = await readDemonstrationSize(installation.db.system);
  if (names.length > 0)
    throw new StartupError(
      "The database holds the demonstration, which has an administrator of its own.",
      `To begin in earnest: npm run leitstand -- demonstration end ${email}`,
    );
  const link = await runInPlatformTenant(services, {}, (tx) => appointPlatformAdministrator(tx, services, email));
  printLink(installation, link);
}

export async function runPasswordLinkCommand(
  installation: CliCommandContext,
  [short_code = "", email = ""]: readonly string[],
) {
  const made = await createPasswordLinkForPerson(platformServicesOf(installation), { short_code, email });
  if (made === undefined)
    throw new StartupError(`There is no company ${short_code} with a person whose address is ${email}.`);
  if (made === "BLOCKED")
    throw new StartupError(`${email} is blocked; an administrator of the company has to unblock first.`);
  printLink(installation, made.link);
}

const platformServicesOf = ({ config, db }: CliCommandContext): InstallationCommandServices => ({
  db,
  clock: systemClock,
  pepper: config.pepper ?? readOrCreateSecret(join(config.dataDir, "pepper")),
  publicUrl: config.publicUrl,
});

function printLink({ say }: CliCommandContext, link: string) {
  say(
    "With the server running, the password is set here; the link is good for 30 minutes and once, for everyone who has it:",
  );
  say(`  ${link}`);
}

function checkMailAddress(email: string) {
  if (!isMailAddress(email)) throw new StartupError(`"${email}" is no mail address.`);
}

async function askForConfirmation() {
  if (!process.stdin.isTTY)
    throw new StartupError("Nothing was removed. Add --yes to agree where no question can be asked.");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question('Type "yes" to go on: ');
  asking.close();
  if (answer.trim().toLowerCase() !== "yes") throw new StartupError("Nothing was removed.");
}
