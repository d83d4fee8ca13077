import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compileSql, type Sql, JsonParameter } from "../../../apps/api/src/platform/database/sql";
import { findProgram } from "./programs";

const runFile = promisify(execFile);

export interface PgbenchOptions {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly seconds: number;
  /** Complete pgbench commands of one transaction. */
  readonly script: string;
  readonly role?: "leitstand_app" | "leitstand_system";
}

/**
 * Transactions per second that PostgreSQL itself can do with these statements: prepared, pipelined, as the
 * application's role.
 */
export async function measurePgbenchRate({
  databaseUrl,
  connections,
  seconds,
  script,
  role = "leitstand_app",
}: PgbenchOptions): Promise<number | undefined> {
  const pgbench = findProgram("pgbench");
  if (!pgbench) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "leitstand-pgbench-"));
  const file = join(folder, "script.sql");
  writeFileSync(file, script);
  try {
    const options = [
      "-n",
      "-M",
      "prepared",
      "-c",
      String(connections),
      "-j",
      "1",
      "-T",
      String(seconds),
      "-f",
      file,
      databaseUrl,
    ];
    const { stdout } = await runFile(pgbench, options, { env: { ...process.env, PGOPTIONS: `-c role=${role}` } });
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  } catch (error) {
    throw new Error(`pgbench: ${(error as { stderr?: string }).stderr?.slice(0, 1000)}`, { cause: script });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Statement as the application sends it, its values spelled out, one of them replaced by an expression. */
export function pgbenchScriptOf(query: Sql, varied?: { value: unknown; expression: string }): string {
  const { text, values } = compileSql(query);
  return text.replaceAll(/\$(\d+)/g, (_all, position: string) => {
    const value = values[Number(position) - 1];
    if (varied && value === varied.value) return varied.expression;
    return sqlLiteral(value);
  });
}

function sqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof JsonParameter) return sqlLiteral(value.toPostgres());
  if (Array.isArray(value)) return `'{${value.map(String).join(",")}}'`;
  const text = value instanceof Date ? value.toISOString() : typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** Script of one round trip as the tenant, like the application's lanes send it. */
export const pgbenchTenantScriptOf = (tenantId: string, statements: string) =>
  `\\startpipeline\nbegin;\nselect set_config('app.tenant_id', '${tenantId}', true);\n${statements.replaceAll(/\s*\n\s*/g, " ").trim()};\ncommit;\n\\endpipeline\n`;
