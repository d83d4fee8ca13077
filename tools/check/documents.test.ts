import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");

/** `area.ts`, `http/gate.ts` or a whole path, in backticks; not a placeholder such as `<noun>.sql.ts`. */
const namedFiles = (text: string) =>
  [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|mjs|cjs|csv|json))`/g)].map(([, name]) => name ?? "");
const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));

describe("documents", () => {
  it.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "README.md"])(
    "%s names only files that are there",
    (document) => {
      const named = namedFiles(readFileSync(new URL(document, root), "utf8"));
      expect(named.filter((name) => !isThere(name))).toEqual([]);
    },
  );

  it("finds a file that is not there", () => {
    expect(namedFiles("see `http/no-such-file.ts`").filter((name) => !isThere(name))).toEqual(["http/no-such-file.ts"]);
  });
});
