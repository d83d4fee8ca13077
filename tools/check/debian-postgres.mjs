import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN_POSTGRES_FOLDER = "/usr/lib/postgresql";
/** Oldest release of PostgreSQL that the product runs on. */
const OLDEST_POSTGRES_RELEASE = 15;

/** The folder with the programs of the newest PostgreSQL of Debian's packages. */
export const postgresBinaries = existsSync(DEBIAN_POSTGRES_FOLDER)
  ? readdirSync(DEBIAN_POSTGRES_FOLDER)
      .filter((version) => Number(version) >= OLDEST_POSTGRES_RELEASE)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN_POSTGRES_FOLDER, version, "bin"))
      .find((folder) => existsSync(join(folder, "pg_basebackup")))
  : undefined;

/** Account of Debian's packages for PostgreSQL, which does not run as root. */
export const postgresAccount =
  process.getuid?.() === 0 && postgresBinaries !== undefined
    ? { uid: accountNumberOf("-u"), gid: accountNumberOf("-g") }
    : undefined;

function accountNumberOf(which) {
  return Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
}
