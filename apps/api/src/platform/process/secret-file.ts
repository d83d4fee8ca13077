import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const makeSecret = () => randomBytes(32).toString("base64url");

/**
 * The secret kept in `file`: 43 URL-safe characters of 256 random bits unless `make` makes another, made when the file is first
 * asked for and readable by its owner only. Two processes that ask at the same moment get the same one.
 */
export function readOrCreateSecret(file: string, make: () => string = makeSecret): string {
  const kept = readSecret(file);
  if (kept !== undefined) return kept;
  mkdirSync(dirname(file), { recursive: true });
  // The secret is written aside and linked into place: a reader never sees half of it, and the first writer wins.
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, `${make()}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
