import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * Passwords that people choose most often: from the list of @zxcvbn-ts/language-common 4.1.3 (MIT), with words of
 * German-speaking offices and of this trade, lower case. The same list serves for whole passwords and for parts of
 * longer ones.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(createRequire(import.meta.url).resolve("#lists/common-passwords.txt"), "utf8")
    .trim()
    .split(/\r?\n/),
);
