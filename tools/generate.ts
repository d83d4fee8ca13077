/** `npm run generate` writes every generated file; with `--check` it only compares and fails on the first difference. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emitOpenApi } from "@leitstand/contract/openapi/openapi";
import { operations } from "@leitstand/contract/operations";
import { Document, isCollection, visit } from "yaml";

const LIST_LETTERS_MAX = 120;

const root = fileURLToPath(new URL("..", import.meta.url));
const notice = "# Generated from packages/contract by `npm run generate`; edit the contract instead.\n";

const generated: Readonly<Record<string, () => string>> = {
  "openapi.yaml": () => notice + yamlOf(emitOpenApi(operations)),
};

/** One line for each thing said, and one for a short list of words: half of the lines would be such words. */
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

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const onlyCheck = process.argv.includes("--check");
const stale: string[] = [];
for (const [name, emit] of Object.entries(generated)) {
  const text = emit();
  const isCurrent = readIfThere(root + name) === text;
  if (isCurrent) continue;
  stale.push(name);
  if (!onlyCheck) writeFileSync(root + name, text);
}

if (stale.length === 0) console.log("Generated files are what their sources say.");
else if (onlyCheck) console.log(`Not what their sources say (run \`npm run generate\`): ${stale.join(", ")}`);
else console.log(`Written: ${stale.join(", ")}`);
process.exitCode = onlyCheck && stale.length > 0 ? 1 : 0;
