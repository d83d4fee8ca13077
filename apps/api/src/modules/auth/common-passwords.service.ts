import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * What people choose most often: from the list of @zxcvbn-ts/language-common 4.1.3 (MIT), with words of German-speaking
 * offices and of this trade, lower case. One list for whole passwords and for the parts that longer ones are glued from.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(createRequire(import.meta.url).resolve("#lists/common-passwords.txt"), "utf8")
    .trim()
    .split(/\r?\n/),
);
