/** `npm run check:operations`: which rows of the specification the contract covers, and whether they agree. */
import { readFileSync } from "node:fs";
import type { Operation } from "@leitstand/contract/operation/operation";
import { operations } from "@leitstand/contract/operations";
import { findOperationDeviations, type OperationRow, parseOperationRows } from "./operation-rows";

const specificationRows = parseOperationRows(
  readFileSync(new URL("../packages/contract/operations.tsv", import.meta.url), "utf8"),
);
const contractOperations: Readonly<Record<string, Operation>> = operations;

interface RowFinding {
  readonly row: OperationRow;
  readonly state: "agreeing" | "deviating";
  readonly faults: readonly string[];
}

/**
 * Compares a row by id; where no operation has that id, by method and path, so that a misspelt id is reported as one.
 */
function compareRow(row: OperationRow): RowFinding {
  const samePlace = ({ method, path }: Operation) => method === row.method && path === row.path;
  const operation = contractOperations[row.operationId] ?? Object.values(contractOperations).find(samePlace);
  const faults = operation ? findOperationDeviations(row, operation) : ["not in the contract"];
  return { row, state: faults.length === 0 ? "agreeing" : "deviating", faults };
}

const rowFindings = specificationRows.map(compareRow);
const countFindings = (state: RowFinding["state"], tag?: string) =>
  rowFindings.filter((finding) => finding.state === state && (tag === undefined || finding.row.tag === tag)).length;

console.log(`${"tag".padEnd(24)}   rows  agreeing  deviating`);
for (const tag of [...new Set(specificationRows.map((row) => row.tag))].sort()) {
  const cells = [countFindings("agreeing", tag), countFindings("deviating", tag)];
  const total = cells.reduce((sum, cell) => sum + cell, 0);
  const [agreeing, deviating] = cells.map(String);
  console.log(`${tag.padEnd(24)}${String(total).padStart(7)}${agreeing?.padStart(10)}${deviating?.padStart(11)}`);
}

for (const { row, faults } of rowFindings) for (const fault of faults) console.log(`${row.operationId}: ${fault}`);

const listedOperationIds = new Set(specificationRows.map((row) => row.operationId));
const unlistedOperationIds = Object.keys(contractOperations).filter((id) => !listedOperationIds.has(id));
console.log(`beyond the specification: ${unlistedOperationIds.join(", ")}`);
console.log(
  `${specificationRows.length} rows: ${countFindings("agreeing")} agreeing, ${countFindings("deviating")} deviating`,
);
process.exitCode = countFindings("deviating") === 0 ? 0 : 1;
