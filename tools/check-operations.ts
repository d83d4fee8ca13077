/** `npm run check:operations`: which rows of the specification the contract covers, and whether they agree. */
import { readFileSync } from "node:fs";
import { beyondSpecification } from "@leitstand/contract/operation/beyond-specification";
import type { Operation } from "@leitstand/contract/operation/operation";
import { operations } from "@leitstand/contract/operations";
import { findDeviations, type OperationRow, parseRows } from "./operation-rows";

/** Tags that are complete: an operation of theirs that is missing is a fault, not an open row. */
const completeTags = new Set(
  "auth tenants users roles grants branches vehicles vehicle_types devices skills todo_templates cases assets tours rsa location dashboard messages responsibility_claims areas addresses geocoding routing".split(
    " ",
  ),
);
/** Rows of complete tags that come with a later part of the product. */
const openRows = new Set(["updateTenantLogos"]);

const rows = parseRows(readFileSync(new URL("../packages/contract/operations.tsv", import.meta.url), "utf8"));
const contract: Readonly<Record<string, Operation>> = operations;

interface Finding {
  readonly row: OperationRow;
  readonly state: "agreeing" | "deviating" | "open";
  readonly faults: readonly string[];
}

/** By id; where no operation has that id, by method and path, so that a misspelt id is told as one. */
function judge(row: OperationRow): Finding {
  const samePlace = ({ method, path }: Operation) => method === row.method && path === row.path;
  const operation = contract[row.operationId] ?? Object.values(contract).find(samePlace);
  if (operation) {
    const faults = findDeviations(row, operation);
    return { row, state: faults.length === 0 ? "agreeing" : "deviating", faults };
  }
  const mayBeOpen = !completeTags.has(row.tag) || openRows.has(row.operationId);
  return mayBeOpen ? { row, state: "open", faults: [] } : { row, state: "deviating", faults: ["not in the contract"] };
}

const findings = rows.map(judge);
const count = (state: Finding["state"], tag?: string) =>
  findings.filter((finding) => finding.state === state && (tag === undefined || finding.row.tag === tag)).length;

console.log(`${"tag".padEnd(24)}   rows  agreeing  deviating  open`);
for (const tag of [...new Set(rows.map((row) => row.tag))].sort()) {
  const cells = [count("agreeing", tag), count("deviating", tag), count("open", tag)];
  const total = cells.reduce((sum, cell) => sum + cell, 0);
  const [agreeing, deviating, open] = cells.map(String);
  console.log(
    `${tag.padEnd(24)}${String(total).padStart(7)}${agreeing?.padStart(10)}${deviating?.padStart(11)}${open?.padStart(6)}`,
  );
}

const ids = new Set<string>([...rows.map((row) => row.operationId), ...beyondSpecification]);
const unlisted = Object.values(contract).filter(({ id }) => !ids.has(id));
for (const { row, faults } of findings) for (const fault of faults) console.log(`${row.operationId}: ${fault}`);
for (const { id, method, path } of unlisted)
  console.log(
    `${id}: ${method} ${path} is in no row of packages/contract/operations.tsv; if it is ours, list it in packages/contract/src/operation/beyond-specification.ts`,
  );

const deviating = count("deviating") + unlisted.length;
console.log(`beyond the specification: ${beyondSpecification.join(", ")}`);
console.log(`${rows.length} rows: ${count("agreeing")} agreeing, ${deviating} deviating, ${count("open")} open`);
process.exitCode = deviating === 0 ? 0 : 1;
