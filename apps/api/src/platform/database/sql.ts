import { createHash } from "node:crypto";

/** A piece of SQL with its values. Pieces nest; values never become text. */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** `select … where id = ${id} ${condition}`: values become parameters, pieces become text. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]) => new Sql(strings, values);

/**
 * Marks a statement to be planned for each run. The table of a queue is empty at one moment and full at the next, and a
 * plan made while it was empty takes any index for as good as any other. A text to search for is common or rare, and a
 * plan made for any text knows neither.
 */
export const withPlanForEachRun = (query: Sql): Sql => new WithFreshPlan(query.strings, query.values);
class WithFreshPlan extends Sql {}

/**
 * Marks a reading statement that many callers send alike at the same time, such as the list that every screen of a
 * control room loads again after a restart: those who ask with the same values share one run, see `SharedReads`. Its
 * rows are shared as well and must not be changed.
 */
export const withResultSharedByCallers = (query: Sql): Sql => new SharedByCallers(query.strings, query.values);
class SharedByCallers extends Sql {}

/** Empty piece: for conditions that do not apply. */
export const emptySql = new Sql([""], []);

/** Pieces with a separator between them, e.g. conditions with ` and `. */
export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return emptySql;
  return new Sql(["", ...Array<string>(pieces.length - 1).fill(separator), ""], pieces);
}

/** A value that goes to PostgreSQL as JSON text (arrays would otherwise become PostgreSQL arrays). */
export class JsonParameter {
  constructor(readonly value: unknown) {}
  toPostgres() {
    return JSON.stringify(this.value);
  }
}
export const toJsonParameter = (value: unknown) =>
  value === null || value === undefined ? null : new JsonParameter(value);

export interface CompiledStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether callers who send it with the same values at the same time share one run. */
  readonly isShared?: boolean;
}

/** Flattens pieces into one text with `$1 …`, named so that each connection prepares it once, unless it is `withPlanForEachRun`. */
export function compileSql(query: Sql): CompiledStatement {
  const values: unknown[] = [];
  const key = statementKeyOf(query, values);
  const { name, text } = statementTexts.get(key) ?? buildStatementText(query, key);
  return {
    name: query instanceof WithFreshPlan ? undefined : name,
    text,
    values,
    ...(query instanceof SharedByCallers && { isShared: true }),
  };
}

interface StatementText {
  readonly name: string | undefined;
  readonly text: string;
}
/**
 * Texts by the templates they are made of: to put some thousand letters together, and look them up, takes longer than
 * all the rest.
 */
const statementTexts = new Map<string, StatementText>();
/** Searches with free filters have many texts; past this many the rest go unprepared rather than fill every connection. */
const NAMED_STATEMENTS_MAX = 1500;

function buildStatementText(query: Sql, key: string): StatementText {
  const text = flattenText(query, { count: 0 });
  if (statementTexts.size >= NAMED_STATEMENTS_MAX) return { name: undefined, text };
  const named = { name: createHash("sha1").update(text).digest("base64url"), text };
  statementTexts.set(key, named);
  return named;
}

/** Each template of the source is one array for as long as the process lives. */
const templateKeys = new WeakMap<readonly string[], string>();
let templateCount = 0;

function statementKeyOf({ strings, values: pieces }: Sql, values: unknown[]): string {
  let key = templateKeys.get(strings) ?? templateKeyOf(strings);
  for (const piece of pieces)
    if (piece instanceof Sql) key += `(${statementKeyOf(piece, values)})`;
    else {
      values.push(piece);
      key += "$";
    }
  return key;
}

function templateKeyOf(strings: readonly string[]): string {
  if (!("raw" in strings)) return JSON.stringify(strings);
  const key = `${templateCount++}`;
  templateKeys.set(strings, key);
  return key;
}

function flattenText({ strings, values: pieces }: Sql, parameters: { count: number }): string {
  let text = strings[0] ?? "";
  for (const [index, piece] of pieces.entries()) {
    text += piece instanceof Sql ? flattenText(piece, parameters) : `$${++parameters.count}`;
    text += strings[index + 1] ?? "";
  }
  return text;
}

/**
 * Column by which names are listed as people expect it, Ä beside A and without regard to capitals, whatever the database
 * was created with. Not for indexes: their order would change with the ICU library.
 */
export const alphabetically = (column: Sql): Sql => sql`${column} collate "und-x-icu"`;
