import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeFileOnce } from "./link-file";
import { StartupError } from "./startup-error";

const makeSecret = () => randomBytes(32).toString("base64url");

/**
 * The secret kept in `file`: 43 URL-safe characters of 256 random bits unless `make` makes another, made when the file is first
 * asked for and readable by its owner only. Two processes that ask at the same moment get the same one.
 * @throws StartupError when the file is empty: what an earlier secret protects could not be opened by a new one
 */
export function readOrCreateSecret(file: string, make: () => string = makeSecret): string {
  const kept = readSecret(file);
  if (kept !== undefined) return kept;
  mkdirSync(dirname(file), { recursive: true });
  const made = make();
  return writeFileOnce(file, `${made}\n`) ? made : (readSecret(file) ?? readOrCreateSecret(file, make));
}

function readSecret(file: string): string | undefined {
  const text = readTextIfExists(file)?.trim();
  if (text !== "") return text;
  throw new StartupError(
    `The file ${file} is empty, but has to hold a secret; restore it from a backup. ` +
      "Only where nothing depends on that secret yet, remove the file and start again.",
  );
}

function readTextIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
