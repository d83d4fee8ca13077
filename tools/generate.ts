/** `npm run generate` writes every generated file; with `--check` it only compares and fails on the first difference. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emitOpenApi } from "@leitstand/contract/openapi";
import { operations } from "@leitstand/contract/operations";
import { stringify } from "yaml";

const root = fileURLToPath(new URL("..", import.meta.url));
const notice = "# Generated from packages/contract by `npm run generate`; edit the contract instead.\n";

const generated: Readonly<Record<string, () => string>> = {
  "openapi.yaml": () => notice + stringify(emitOpenApi(operations), { lineWidth: 0, aliasDuplicateObjects: false }),
};

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
