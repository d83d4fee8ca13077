import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Folder in which Debian keeps the programs of each version of PostgreSQL. */
const postgresHome = "/usr/lib/postgresql";

/** The path of a program that is installed, or undefined. */
export function findProgram(name: string): string | undefined {
  const versions = existsSync(postgresHome)
    ? readdirSync(postgresHome).map((version) => join(postgresHome, version, "bin"))
    : [];
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", ...versions];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
