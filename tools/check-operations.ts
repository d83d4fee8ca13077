/** `npm run check:operations`: which rows of the specification the contract covers, and whether they agree. */
import { readFileSync } from "node:fs";
import type { Operation } from "@leitstand/contract/operation/operation";
import { operations } from "@leitstand/contract/operations";
import { findDeviations, type OperationRow, parseRows } from "./operation-rows";

const rows = parseRows(readFileSync(new URL("../packages/contract/operations.tsv", import.meta.url), "utf8"));
const contract: Readonly<Record<string, Operation>> = operations;

interface Finding {
  readonly row: OperationRow;
  readonly state: "agreeing" | "deviating";
  readonly faults: readonly string[];
}

/**
 * Compares a row by id; where no operation has that id, by method and path, so that a misspelt id is reported as one.
 */
function judge(row: OperationRow): Finding {
  const samePlace = ({ method, path }: Operation) => method === row.method && path === row.path;
  const operation = contract[row.operationId] ?? Object.values(contract).find(samePlace);
  const faults = operation ? findDeviations(row, operation) : ["not in the contract"];
  return { row, state: faults.length === 0 ? "agreeing" : "deviating", faults };
}

const findings = rows.map(judge);
const count = (state: Finding["state"], tag?: string) =>
  findings.filter((finding) => finding.state === state && (tag === undefined || finding.row.tag === tag)).length;

console.log(`${"tag".padEnd(24)}   rows  agreeing  deviating`);
for (const tag of [...new Set(rows.map((row) => row.tag))].sort()) {
  const cells = [count("agreeing", tag), count("deviating", tag)];
  const total = cells.reduce((sum, cell) => sum + cell, 0);
  const [agreeing, deviating] = cells.map(String);
  console.log(`${tag.padEnd(24)}${String(total).padStart(7)}${agreeing?.padStart(10)}${deviating?.padStart(11)}`);
}

for (const { row, faults } of findings) for (const fault of faults) console.log(`${row.operationId}: ${fault}`);

const listed = new Set(rows.map((row) => row.operationId));
const beyond = Object.keys(contract).filter((id) => !listed.has(id));
console.log(`beyond the specification: ${beyond.join(", ")}`);
console.log(`${rows.length} rows: ${count("agreeing")} agreeing, ${count("deviating")} deviating`);
process.exitCode = count("deviating") === 0 ? 0 : 1;
