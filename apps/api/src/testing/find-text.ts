import pg from "pg";
import { compileSql, Sql, sql } from "#platform/database/sql";
import { withConnection } from "./postgres/with-connection";

interface FoundText {
  /** Cells of the database that equal the text. */
  readonly equal: string[];
  /** Cells that contain the text among other text. */
  readonly containing: string[];
}

/**
 * Finds every cell of the database that is, or contains, a text: `table.column`. Reads as the owner, past all policies.
 */
export async function findTextInDatabase(databaseUrl: string, text: string): Promise<FoundText> {
  const found: FoundText = { equal: [], containing: [] };
  await withConnection(databaseUrl, async (client) => {
    for (const table of await listTables(client)) {
      const name = new Sql([pg.escapeIdentifier(table)], []);
      const { rows } = await client.query<Record<string, unknown>>(compileSql(sql`select * from ${name}`).text);
      for (const row of rows) sortFoundText(found, table, { row, text });
    }
  });
  return found;
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { text } = compileSql(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const { rows } = await client.query<{ name: string }>(text);
  return rows.map(({ name }) => name);
}

function sortFoundText(found: FoundText, table: string, { row, text }: { row: Record<string, unknown>; text: string }) {
  for (const [column, value] of Object.entries(row)) {
    const parts = textsInJson(value);
    if (parts.includes(text)) found.equal.push(`${table}.${column}`);
    // Ids and hashes are full of digits; a match in one of them says nothing.
    else if (parts.some((part) => part.includes(text) && !/^[0-9a-f-]{36}$|^\$argon2/.test(part)))
      found.containing.push(`${table}.${column}`);
  }
}

function textsInJson(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return [value.toString("latin1")];
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "bigint") return [String(value)];
  return typeof value === "object" && value !== null && !(value instanceof Date)
    ? Object.values(value).flatMap(textsInJson)
    : [];
}
