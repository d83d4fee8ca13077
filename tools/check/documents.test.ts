import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const repositoryRoot = new URL("../../", import.meta.url);
const repositoryFiles = execFileSync("git", ["ls-files"], { cwd: repositoryRoot, encoding: "utf8" }).split("\n");

/**
 * Files named in a text: `area.ts`, `http/gate.ts`, a whole path, or several as `live*.test.ts` and `{one,other}.ts`,
 * in backticks; not a placeholder such as `<noun>.sql.ts`.
 */
const filesNamedIn = (text: string) =>
  [...text.matchAll(/`([\w@./*{},-]+\.(?:ts|tsx|mjs|cjs|csv|json))`/g)].map(([, name]) => name ?? "");

const fileNamePattern = (name: string) =>
  new RegExp(
    `(^|/)${name
      .replaceAll(".", "[.]")
      .replaceAll("{", "(")
      .replaceAll("}", ")")
      .replaceAll(",", "|")
      .replaceAll("**/", "(.+/)?")
      .replaceAll(/(?<![)+])[*]/g, "[^/]*")}$`,
  );
const isFileThere = (name: string) => repositoryFiles.some((file) => fileNamePattern(name).test(file));

describe("paths in documents", () => {
  it.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "README.md"])(
    "the document names only files that exist: %s",
    (document) => {
      const named = filesNamedIn(readFileSync(new URL(document, repositoryRoot), "utf8"));
      expect(named.filter((name) => !isFileThere(name))).toEqual([]);
    },
  );

  it("each of the six walks through the code in ARCHITECTURE.md has at most eight lines", () => {
    const text = readFileSync(new URL("ARCHITECTURE.md", repositoryRoot), "utf8");
    const [, rest = ""] = text.split("\n## Six walks\n");
    const walks = (rest.split("\n## ")[0] ?? "").split("\n\n").filter((paragraph) => paragraph.startsWith("**"));
    expect(walks).toHaveLength(6);
    for (const walk of walks) expect(walk.split("\n").length).toBeLessThanOrEqual(8);
  });

  it("the check of documents finds a path of a file that does not exist", () => {
    const named = filesNamedIn(
      "see `http/no-such-file.ts`, `platform/live*.test.ts`, `http/gate.ts` and `{gone,over}.ts`",
    );
    expect(named.filter((name) => !isFileThere(name))).toEqual([
      "http/no-such-file.ts",
      "platform/live*.test.ts",
      "{gone,over}.ts",
    ]);
  });
});
