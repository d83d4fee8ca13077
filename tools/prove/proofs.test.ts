import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { repeatCommandOf, proofs } from "./proofs.mjs";

/** Files that git knows or would add, and that still exist. */
const listGitFiles = (...globs: string[]) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...globs], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "");

const gitFiles = new Set(listGitFiles());
const foundByGlob = new Map<string, boolean>();

/** Whether a glob finds a file; git is asked once for each, because many proofs cover the same. */
function globFindsFile(glob: string): boolean {
  const isThere = foundByGlob.get(glob) ?? (gitFiles.has(glob) || listGitFiles(`:(glob)${glob}`).length > 0);
  foundByGlob.set(glob, isThere);
  return isThere;
}

describe("table of proofs", () => {
  it("the proofs in the table of npm run prove have unique names", () => {
    expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length);
  });

  it.each(proofs)("the proof covers only files that exist: $name", ({ covers }) => {
    expect(covers.filter((glob) => !globFindsFile(glob))).toEqual([]);
  });

  it("a proof in a large folder covers only the files listed for it", () => {
    const { covers } = proofs.find(({ name }) => name === "imports")!;
    expect(covers).toEqual([
      "apps/api/src/imports.prove.test.ts",
      "apps/api/src/modules/imports/**",
      "apps/api/src/platform/background/**",
    ]);
  });

  it("a proof with a random seed prints the command that repeats its run", () => {
    const proof = proofs.find(({ name }) => name === "crash");
    expect(repeatCommandOf(proof!, "7")).toMatch(
      /^SEED=7 npx vitest run --project prove apps\/.*[.]prove[.]test[.]ts$/,
    );
  });
});
