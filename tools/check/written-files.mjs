/** Texts of the repository that people write; generated files and lists of data are left out. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));
export const DICTIONARY_FILE = "docs/dictionary.md";

/** Runs git in the repository and returns what it prints. */
export const runGit = (...args) =>
  execFileSync("git", args, { cwd: repositoryRoot, encoding: "utf8", maxBuffer: 1 << 27 });

const isHandWritten = (path) =>
  /\.(ts|tsx|mts|mjs|cjs|css|md|mdx|json|sql|py|sh)$/.test(path) &&
  !/(^|\/)(package-lock\.json|migrations\/.*|CHANGELOG\.md)$/.test(path) &&
  path !== DICTIONARY_FILE;

/** Reads every written file with its text, those that git does not know yet included. */
export const readHandWrittenFiles = () =>
  runGit("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    .split("\0")
    .filter((path) => isHandWritten(path) && existsSync(repositoryRoot + path))
    .map((path) => ({ path, text: readFileSync(repositoryRoot + path, "utf8") }));
