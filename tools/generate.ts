/** `npm run generate` writes every generated file; with `--check` it only compares and fails on the first difference. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emitOpenApi } from "@leitstand/contract/openapi/openapi";
import { findGrants } from "@leitstand/contract/operation/find-grants";
import { allOperations, operations } from "@leitstand/contract/operations";
import { Document, isCollection, visit } from "yaml";
import { releaseHistory } from "./release-history";

const LIST_LETTERS_MAX = 120;

const root = fileURLToPath(new URL("..", import.meta.url));
const notice = "Generated from packages/contract by `npm run generate`; edit the contract instead.\n";
const grantNames = "packages/contract/src/operation/grant-names.ts";
const historyPage = "apps/docs/docs/release_history.md";

const generated: Readonly<Record<string, () => string>> = {
  [grantNames]: () => `// ${notice}${grantModule(findGrants(allOperations))}`,
  "openapi.yaml": () => `# ${notice}${yamlOf(emitOpenApi(operations))}`,
  [historyPage]: () => releaseHistory(readText(historyPage), readText("CHANGELOG.md")),
};

const grantModule = (names: readonly string[]) =>
  `export const grantNames = [\n${names.map((name) => `  "${name}",\n`).join("")}] as const;\n`;

/**
 * YAML with one line for each statement, and one for a short list of words, which would otherwise be half of the lines.
 */
function yamlOf(value: unknown): string {
  // Parsers of YAML 1.1 are common, and would read `16:30` as a number and a time as no text.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Seq(_key, list) {
      const isPlain = list.items.every((item) => !isCollection(item));
      list.flow = isPlain && JSON.stringify(list).length <= LIST_LETTERS_MAX;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const readText = (name: string) => readFileSync(root + name, "utf8");

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const onlyCheck = process.argv.includes("--check");
const stale = Object.entries(generated).flatMap(([name, emit]) => {
  const text = emit();
  return readIfThere(root + name) === text ? [] : [{ name, text }];
});
if (!onlyCheck) for (const { name, text } of stale) writeFileSync(root + name, text);
const names = stale.map(({ name }) => name).join(", ");

if (stale.length === 0) console.log("Generated files are what their sources say.");
else if (onlyCheck) console.log(`Not what their sources say (run \`npm run generate\`): ${names}`);
else console.log(`Written: ${names}`);

// The contract reads the names of its grants: files made of it are made again once they have changed.
const isMadeOfOldNames = !onlyCheck && stale.some(({ name }) => name === grantNames);
if (isMadeOfOldNames) {
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} else process.exitCode = onlyCheck && stale.length > 0 ? 1 : 0;
