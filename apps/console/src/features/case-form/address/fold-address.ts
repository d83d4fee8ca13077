import { foldCaseAndAccents } from "#shared/text/fold.ts";

/** Slash between a house number and a door or staircase ("12/3", "12a / 3", "12/A/5"), with its spaces. */
const doorSlash = String.raw`(?<=(?:\d|\/)[a-z]?)\s*\/\s*(?=\d|[a-z](?![a-z]))`;
const doorSlashPattern = new RegExp(doorSlash, "g");
const separatorPattern = new RegExp(String.raw`(?:(?!${doorSlash})[^\p{L}\p{N}])+`, "gu");

/**
 * Folds spellings for comparison: Müller, Mueller and Muller are one, and so are Straße and Str. The slash before a door
 * stays ("12/3"), so that the house can be told from it.
 */
export const foldAddress = (text: string): string =>
  foldCaseAndAccents(text)
    .replaceAll(/str\.(?=\s|\d|$)/g, "strasse")
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll(doorSlashPattern, "/")
    .replaceAll(separatorPattern, " ")
    .trim();
