/** Texts of the repository that people write; generated files and lists of data are left out. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const DICTIONARY = "docs/dictionary.md";

/** Runs git in the repository and returns what it prints. */
export const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 27 });

const isWritten = (path) =>
  /\.(ts|tsx|mts|mjs|cjs|css|md|mdx|json|sql|py|sh)$/.test(path) &&
  !/(^|\/)(package-lock\.json|migrations\/.*|CHANGELOG\.md)$/.test(path) &&
  path !== DICTIONARY;

/** Reads every written file with its text, those that git does not know yet included. */
export const readWritten = () =>
  git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    .split("\0")
    .filter((path) => isWritten(path) && existsSync(root + path))
    .map((path) => ({ path, text: readFileSync(root + path, "utf8") }));
