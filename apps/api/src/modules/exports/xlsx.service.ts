/** Workbook (ECMA-376) written from top to bottom, so that only a piece of a million rows is in memory. */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { TableCell, ExportTable } from "./table";

/** Maximum number of rows of a sheet; the format ends at 1,048,576. */
const XLSX_SHEET_ROWS_MAX = 1_000_000;
/** Characters that are compressed at once. */
const XLSX_CHUNK_LENGTH = 65_536;
const DAY_MS = 86_400_000;
/** Day from which days are counted; it corrects that spreadsheets take 1900 for a leap year. */
const EXCEL_DAY_ZERO_MS = Date.UTC(1899, 11, 30);
/** Number formats that styles.xml lists, in its order; those of moments follow. */
const CELL_STYLES = { plain: 0, duration: 1, day: 2, heading: 3 } as const;
const FIRST_MOMENT_STYLE = 4;
/** Length of `YYYY-MM-DD hh:mm:ss`; a space and the offset from UTC follow. */
const LOCAL_TIME_LENGTH = 19;
/** Widths of columns in characters. A number that is wider than its column is shown as crosses. */
const COLUMN_WIDTHS = { other: 18, moment: 27 } as const;

/**
 * Number formats of moments by offset. Moments are numbers in local time that can be sorted and subtracted; because an
 * hour that clocks repeat would have the same numbers twice, each offset from UTC is a number format of its own, and is
 * shown behind the time.
 */
type StyleByUtcOffset = Map<string, number>;

/**
 * @param rowsMax rows of a sheet before the next one begins; tests make it small
 * @returns the bytes of the file; destroying it ends the reading of the table, too
 */
export function writeXlsx(table: ExportTable, { rowsMax = XLSX_SHEET_ROWS_MAX }: { rowsMax?: number } = {}): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const pieces = table.rows[Symbol.asyncIterator]();
  const waiting: (readonly (readonly TableCell[])[])[] = [];
  const offsets: StyleByUtcOffset = new Map();
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  const addSheet = (number: number) => {
    let isLast = false;
    const rows = readRowsOfSheet({ pieces, waiting, rowsMax, onEnd: () => (isLast = true) });
    const sheet = Readable.from(writeSheetXml(table.columns, rows, offsets));
    sheet.on("error", fail);
    sheet.on("end", () =>
      isLast ? addWorkbookParts(zip, { title: table.title, sheets: number, offsets }) : addSheet(number + 1),
    );
    output.once("close", () => sheet.destroy());
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`);
  };
  addSheet(1);
  return output;
}

interface XlsxSheetSource {
  readonly pieces: AsyncIterator<readonly (readonly TableCell[])[]>;
  /** Rows that did not fit into the sheet before. */
  readonly waiting: (readonly (readonly TableCell[])[])[];
  readonly rowsMax: number;
  readonly onEnd: () => void;
}

async function* readRowsOfSheet({ pieces, waiting, rowsMax, onEnd }: XlsxSheetSource) {
  let left = rowsMax;
  let ended = false;
  try {
    while (left > 0) {
      const next = waiting.pop() ?? (await takeNextBatchWithRows(pieces));
      if (!next) {
        ended = true;
        return onEnd();
      }
      if (next.length > left) waiting.push(next.slice(left));
      const piece = next.slice(0, left);
      left -= piece.length;
      yield piece;
    }
    // Another sheet is begun only when another row exists.
    const following = waiting.pop() ?? (await takeNextBatchWithRows(pieces));
    if (following) waiting.push(following);
    ended = true;
    if (!following) onEnd();
  } finally {
    if (!ended) await pieces.return?.();
  }
}

/** Next piece that has rows. */
async function takeNextBatchWithRows(pieces: AsyncIterator<readonly (readonly TableCell[])[]>) {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return undefined;
    if (value.length > 0) return value;
  }
}

async function* writeSheetXml(
  columns: readonly string[],
  pieces: AsyncIterable<readonly (readonly TableCell[])[]>,
  offsets: StyleByUtcOffset,
) {
  let isBegun = false;
  for await (const piece of pieces) {
    let text = isBegun ? "" : sheetHeadXml(columns, piece[0]);
    isBegun = true;
    for (const row of piece) {
      text += `<row>${row.map((cell) => cellXml(cell, offsets)).join("")}</row>`;
      if (text.length < XLSX_CHUNK_LENGTH) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
  }
  yield `${isBegun ? "" : sheetHeadXml(columns)}</sheetData></worksheet>`;
}

/** @param row by whose kinds columns are wide or narrow */
const sheetHeadXml = (columns: readonly string[], row: readonly TableCell[] = []) =>
  `${XML_DECLARATION}<worksheet xmlns="${SPREADSHEET_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map((_title, place) => {
      const width = row[place]?.kind === "moment" ? COLUMN_WIDTHS.moment : COLUMN_WIDTHS.other;
      return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
    })
    .join(
      "",
    )}</cols><sheetData><row>${columns.map((text) => inlineTextCellXml(text, CELL_STYLES.heading)).join("")}</row>`;

/** XML of a cell. Text is always an inline string, which is never read as a formula, whatever it begins with. */
function cellXml(cell: TableCell, offsets: StyleByUtcOffset): string {
  switch (cell.kind) {
    case "text":
      return cell.text === null ? "<c/>" : inlineTextCellXml(cell.text, CELL_STYLES.plain);
    case "number":
      return cell.number === null ? "<c/>" : `<c><v>${cell.number}</v></c>`;
    case "duration":
      return `<c s="${CELL_STYLES.duration}"><v>${(Math.round(cell.ms / 1000) * 1000) / DAY_MS}</v></c>`;
    case "day":
      return `<c s="${CELL_STYLES.day}"><v>${(Date.parse(`${cell.day}T00:00:00Z`) - EXCEL_DAY_ZERO_MS) / DAY_MS}</v></c>`;
    case "moment":
      return cell.local === null ? "<c/>" : momentXml(cell.local, offsets);
  }
}

function momentXml(local: string, offsets: StyleByUtcOffset): string {
  const offset = local.slice(LOCAL_TIME_LENGTH);
  const style = offsets.get(offset) ?? FIRST_MOMENT_STYLE + offsets.size;
  offsets.set(offset, style);
  const shownMs = Date.parse(`${local.slice(0, 10)}T${local.slice(11, LOCAL_TIME_LENGTH)}Z`);
  return `<c s="${style}"><v>${(shownMs - EXCEL_DAY_ZERO_MS) / DAY_MS}</v></c>`;
}

const inlineTextCellXml = (text: string, style: number) =>
  `<c t="inlineStr"${style === 0 ? "" : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Text escaped for XML; characters that XML 1.0 cannot hold are left out, and a cell holds 32,767 characters. */
const escapeXml = (text: string) =>
  text
    .slice(0, 32_767)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPREADSHEET_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE_RELATIONSHIPS_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE_RELATIONSHIPS_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SPREADSHEET_CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Writes the parts that name the sheets, once their number is known. */
function addWorkbookParts(
  zip: ZipFile,
  { title, sheets, offsets }: { title: string; sheets: number; offsets: ReadonlyMap<string, number> },
) {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const names = numbers.map((number) => (number === 1 ? title : `${title} ${number}`));
  const add = (path: string, body: string) => zip.addBuffer(Buffer.from(XML_DECLARATION + body), path);
  add(
    "[Content_Types].xml",
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET_CONTENT_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET_CONTENT_TYPE}.styles+xml"/>${numbers
      .map(
        (number) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${SPREADSHEET_CONTENT_TYPE}.worksheet+xml"/>`,
      )
      .join("")}</Types>`,
  );
  add(
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE_RELATIONSHIPS_NAMESPACE}"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    "xl/workbook.xml",
    `<workbook xmlns="${SPREADSHEET_NAMESPACE}" xmlns:r="${OFFICE_RELATIONSHIPS_NAMESPACE}"><sheets>${numbers
      .map(
        (number) => `<sheet name="${escapeXml(names[number - 1] as string)}" sheetId="${number}" r:id="rId${number}"/>`,
      )
      .join("")}</sheets></workbook>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${PACKAGE_RELATIONSHIPS_NAMESPACE}">${numbers
      .map(
        (number) =>
          `<Relationship Id="rId${number}" Type="${OFFICE_RELATIONSHIPS_NAMESPACE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rId${sheets + 1}" Type="${OFFICE_RELATIONSHIPS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
  );
  add("xl/styles.xml", stylesXml([...offsets.keys()]));
  zip.end();
}

/** @param offsets in the order of their styles */
function stylesXml(offsets: readonly string[]): string {
  const formats = [
    "[h]:mm:ss",
    "yyyy\\-mm\\-dd",
    ...offsets.map((offset) => `yyyy\\-mm\\-dd hh:mm:ss&quot;${offset}&quot;`),
  ];
  const numbered = formats.map((code, place) => ({ id: 164 + place, code }));
  const listed = numbered.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
  const [duration, day, ...moments] = numbered.map(({ id }) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`);
  const styles = ["<xf/>", duration, day, '<xf fontId="1" applyFont="1"/>', ...moments];
  return `<styleSheet xmlns="${SPREADSHEET_NAMESPACE}"><numFmts count="${listed.length}">${listed.join("")}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join("")}</cellXfs></styleSheet>`;
}
