/** `npm run generate` writes every generated file; with `--check` it only compares and fails on the first difference. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateOpenApiDocument } from "@leitstand/contract/openapi/openapi";
import { listGrantsOfOperations } from "@leitstand/contract/operation/find-grants";
import { allOperations, operations } from "@leitstand/contract/operations";
import { Document, isCollection, visit } from "yaml";
import { renderReleaseHistory } from "./release-history";

const LIST_LETTERS_MAX = 120;

const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const GENERATED_NOTICE = "Generated from packages/contract by `npm run generate`; edit the contract instead.\n";
const GRANT_NAMES_FILE = "packages/contract/src/operation/grant-names.ts";
const HISTORY_PAGE_FILE = "apps/docs/docs/release_history.md";

const generatedFiles: Readonly<Record<string, () => string>> = {
  [GRANT_NAMES_FILE]: () => `// ${GENERATED_NOTICE}${grantNamesModule(listGrantsOfOperations(allOperations))}`,
  "openapi.yaml": () => `# ${GENERATED_NOTICE}${formatYaml(generateOpenApiDocument(operations))}`,
  [HISTORY_PAGE_FILE]: () => renderReleaseHistory(readText(HISTORY_PAGE_FILE), readText("CHANGELOG.md")),
};

const grantNamesModule = (names: readonly string[]) =>
  `export const grantNames = [\n${names.map((name) => `  "${name}",\n`).join("")}] as const;\n`;

/**
 * YAML with one line for each statement, and one for a short list of words, which would otherwise be half of the lines.
 */
function formatYaml(value: unknown): string {
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

const readText = (name: string) => readFileSync(repositoryRoot + name, "utf8");

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const onlyCheck = process.argv.includes("--check");
const staleFiles = Object.entries(generatedFiles).flatMap(([name, emit]) => {
  const text = emit();
  return readIfExists(repositoryRoot + name) === text ? [] : [{ name, text }];
});
if (!onlyCheck) for (const { name, text } of staleFiles) writeFileSync(repositoryRoot + name, text);
const staleNames = staleFiles.map(({ name }) => name).join(", ");

if (staleFiles.length === 0) console.log("Generated files are what their sources say.");
else if (onlyCheck) console.log(`Not what their sources say (run \`npm run generate\`): ${staleNames}`);
else console.log(`Written: ${staleNames}`);

// The contract reads the names of its grants: files made of it are made again once they have changed.
const needsSecondRun = !onlyCheck && staleFiles.some(({ name }) => name === GRANT_NAMES_FILE);
if (needsSecondRun) {
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} else process.exitCode = onlyCheck && staleFiles.length > 0 ? 1 : 0;
