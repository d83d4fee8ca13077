import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";
/** Oldest release of PostgreSQL that the product runs on. */
const OLDEST = 15;

/** The folder with the programs of the newest PostgreSQL of Debian's packages. */
export const binaries = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .filter((version) => Number(version) >= OLDEST)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN, version, "bin"))
      .find((folder) => existsSync(join(folder, "pg_basebackup")))
  : undefined;

/** Account of Debian's packages for PostgreSQL, which does not run as root. */
export const account =
  process.getuid?.() === 0 && binaries !== undefined ? { uid: numberOf("-u"), gid: numberOf("-g") } : undefined;

function numberOf(which) {
  return Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
}
