import type { Operation } from "@leitstand/contract/operation/operation";

/** One line of operations.tsv: the specification of an operation. */
export interface OperationRow {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  /** Grants joined by `|` when any of them will do; `-` when none is needed. */
  readonly grant: string;
  readonly auth: string;
  readonly success: string;
  /** Query parameters joined by commas; `!` marks the required ones. */
  readonly query: string;
}

export function parseOperationRows(tsv: string): readonly OperationRow[] {
  const [head = "", ...lines] = tsv.split("\n").filter((line) => line.trim() !== "");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])) as unknown as OperationRow;
  });
}

/** Deviations of the contract's operation from the row; empty when they agree. */
export function findOperationDeviations(row: OperationRow, operation: Operation): readonly string[] {
  const compared: readonly (readonly [string, string, string])[] = [
    ["tag", row.tag, operation.tag],
    ["method", row.method, operation.method],
    ["path", row.path, operation.path],
    ["operation id", row.operationId, operation.id],
    ["grant", row.grant, grantCellText(operation.grant)],
    ["auth", row.auth, operation.auth],
    ["success code", row.success, String(operation.success)],
  ];
  const plain = compared.filter(([, wanted, found]) => wanted !== found);
  return [
    ...plain.map(([what, wanted, found]) => `${what}: ${wanted}, not ${found}`),
    ...findQueryDeviations(row, operation),
  ];
}

/** Optional parameters beyond the row are no deviation: clients need not send them. */
function findQueryDeviations(row: OperationRow, operation: Operation): readonly string[] {
  const wanted = new Map(
    row.query
      .split(",")
      .filter(Boolean)
      .map((name) => [name.replace("!", ""), name.endsWith("!")]),
  );
  const required: readonly string[] = operation.query?.required ?? [];
  const known = new Set(Object.keys(operation.query?.properties ?? {}));
  const faults: string[] = [];
  for (const [name, isRequired] of wanted) {
    if (!known.has(name)) faults.push(`query parameter ${name}: missing`);
    else if (isRequired !== required.includes(name))
      faults.push(`query parameter ${name}: ${isRequired ? "must be required" : "must be optional"}`);
  }
  for (const name of required)
    if (!wanted.has(name)) faults.push(`query parameter ${name}: required, but not in the row`);
  return faults;
}

const grantCellText = (grant: string | readonly string[] | null) =>
  grant === null ? "-" : typeof grant === "string" ? grant : grant.join("|");
