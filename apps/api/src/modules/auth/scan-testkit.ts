import pg from "pg";

/** Every cell of the given tables that is, or contains, a text: `table.column`. Looks as the owner, past all policies. */
export async function findCells(databaseUrl: string, tables: readonly string[], text: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found = { equal: [] as string[], containing: [] as string[] };
  try {
    for (const table of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${pg.escapeIdentifier(table)}`);
      for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
        for (const part of textsOf(value)) {
          if (part === text) found.equal.push(`${table}.${column}`);
          else if (part.includes(text) && !/^[0-9a-f-]{36}$|^\$argon2/.test(part))
            found.containing.push(`${table}.${column}`);
        }
      }
    }
  } finally {
    await client.end();
  }
  return found;
}

function textsOf(value: unknown): string[] {
  if (value === null || value === undefined || value instanceof Date) return [];
  if (Buffer.isBuffer(value)) return [value.toString("latin1")];
  if (typeof value === "object") return Object.values(value).flatMap(textsOf);
  return [String(value)];
}
