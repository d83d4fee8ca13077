import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules"))
    .map((path) => ({ path: `/${path}`, text: readFileSync(join(root, folder, path), "utf8") }));

/** A planted fault's file and the literal of the text that it replaces. */
const plantedFault = /\bfile: "([^"]+\.tsx?)",\s+from:\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/g;

// The proofs with planted faults take minutes each and run rarely; that one no longer fits the app is noticed here.
it("each fault that a proof plants into the driver app finds the text that it replaces", () => {
  const sources = filesOf("apps/driver/src");
  const planted = filesOf("e2e").flatMap(({ path, text }) =>
    [...text.matchAll(plantedFault)].map(([, file = "", literal = ""]) => {
      return { path, file, from: runInNewContext(literal) as string };
    }),
  );
  expect(planted.length).toBeGreaterThan(40);
  const stale = planted.filter(
    ({ file, from }) => !sources.some(({ path, text }) => path.endsWith(`/${file}`) && text.includes(from)),
  );
  expect(stale).toEqual([]);
});
