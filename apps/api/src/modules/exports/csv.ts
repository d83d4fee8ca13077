import type { TableCell, ExportTable } from "./table";

/** Length of a piece: long enough to be worth a write, short enough that a million rows never lie in memory. */
const CSV_CHUNK_LENGTH = 65_536;
const BYTE_ORDER_MARK = "\uFEFF";
/**
 * Matches the beginning of a formula, also after spaces and in full-width characters: spreadsheets differ in what they
 * skip.
 */
const FORMULA_BEGINNING = /^[\s\u0000-\u001f]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Text that a spreadsheet would take for a formula gets an apostrophe before it, so that it is shown as text. */
const escapeFormula = (text: string) => (FORMULA_BEGINNING.test(text) ? `'${text}` : text);

export interface CsvStyle {
  readonly separator: "," | ";";
  readonly decimal: "." | ",";
}
/** Style of CSV by language: spreadsheets in German split at semicolons, because their numbers have commas. */
export const csvStyleOf = (language: string): CsvStyle =>
  language === "de" ? { separator: ";", decimal: "," } : { separator: ",", decimal: "." };

/** CSV by RFC 4180 with every cell quoted, in pieces of text. */
export async function* writeCsv({ columns, rows }: ExportTable, style: CsvStyle): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLineOf(columns.map(escapeFormula), style);
  for await (const piece of rows) {
    let text = "";
    for (const row of piece) {
      text += csvLineOf(
        row.map((cell) => csvCellText(cell, style)),
        style,
      );
      if (text.length < CSV_CHUNK_LENGTH) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
  }
}

const csvLineOf = (texts: readonly string[], { separator }: CsvStyle) =>
  `${texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator)}\r\n`;

function csvCellText(cell: TableCell, { decimal }: CsvStyle): string {
  switch (cell.kind) {
    case "text":
      return cell.text === null ? "" : escapeFormula(cell.text);
    case "number":
      return cell.number === null ? "" : String(cell.number).replace(".", decimal);
    case "duration":
      return formatDuration(cell.ms);
    case "day":
      return cell.day;
    case "moment":
      return cell.local ?? "";
  }
}

/** Duration as `7:30:00`, past a day `31:00:00`; to the second. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return `${Math.floor(seconds / 3600)}:${parts.join(":")}`;
}
