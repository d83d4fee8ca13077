import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Cell, Table } from "./table";

/** Workbook (ECMA-376) written from top to bottom, so that only a piece of a million rows is in memory. */

/** Most rows of a sheet; the format ends at 1,048,576. */
const SHEET_ROWS_MAX = 1_000_000;
/** Characters that are packed at once. */
const PIECE_LENGTH = 65_536;
const DAY_MS = 86_400_000;
/** Day from which days are counted; it corrects that spreadsheets take 1900 for a leap year. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
/** Number formats that styles.xml lists, in its order; those of moments follow. */
const STYLES = { plain: 0, duration: 1, day: 2, heading: 3 } as const;
const MOMENT_STYLE_FIRST = 4;
/** Length of `YYYY-MM-DD hh:mm:ss`; a space and the offset from UTC follow. */
const LOCAL_LENGTH = 19;
/** Widths of columns in characters. A number that is wider than its column is shown as crosses. */
const WIDTHS = { other: 18, moment: 27 } as const;

/**
 * Number formats of moments by offset. Moments are numbers in local time that can be sorted and subtracted; because an
 * hour that clocks repeat would have the same numbers twice, each offset from UTC is a number format of its own, and is
 * shown behind the time.
 */
type Offsets = Map<string, number>;

/**
 * @param rowsMax rows of a sheet before the next one begins; tests make it small
 * @returns the bytes of the file; destroying it ends the reading of the table, too
 */
export function xlsxOf(table: Table, { rowsMax = SHEET_ROWS_MAX }: { rowsMax?: number } = {}): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const pieces = table.rows[Symbol.asyncIterator]();
  const waiting: (readonly (readonly Cell[])[])[] = [];
  const offsets: Offsets = new Map();
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  const addSheet = (number: number) => {
    let isLast = false;
    const rows = rowsOfSheet({ pieces, waiting, rowsMax, onEnd: () => (isLast = true) });
    const sheet = Readable.from(sheetXml(table.columns, rows, offsets));
    sheet.on("error", fail);
    sheet.on("end", () =>
      isLast ? finish(zip, { title: table.title, sheets: number, offsets }) : addSheet(number + 1),
    );
    output.once("close", () => sheet.destroy());
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`);
  };
  addSheet(1);
  return output;
}

interface SheetSource {
  readonly pieces: AsyncIterator<readonly (readonly Cell[])[]>;
  /** Rows that did not fit into the sheet before. */
  readonly waiting: (readonly (readonly Cell[])[])[];
  readonly rowsMax: number;
  readonly onEnd: () => void;
}

async function* rowsOfSheet({ pieces, waiting, rowsMax, onEnd }: SheetSource) {
  let left = rowsMax;
  let ended = false;
  try {
    while (left > 0) {
      const next = waiting.pop() ?? (await take(pieces));
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
    const following = waiting.pop() ?? (await take(pieces));
    if (following) waiting.push(following);
    ended = true;
    if (!following) onEnd();
  } finally {
    if (!ended) await pieces.return?.();
  }
}

/** Next piece that has rows. */
async function take(pieces: AsyncIterator<readonly (readonly Cell[])[]>) {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return undefined;
    if (value.length > 0) return value;
  }
}

async function* sheetXml(
  columns: readonly string[],
  pieces: AsyncIterable<readonly (readonly Cell[])[]>,
  offsets: Offsets,
) {
  let isBegun = false;
  for await (const piece of pieces) {
    let text = isBegun ? "" : headXml(columns, piece[0]);
    isBegun = true;
    for (const row of piece) {
      text += `<row>${row.map((cell) => cellXml(cell, offsets)).join("")}</row>`;
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
  }
  yield `${isBegun ? "" : headXml(columns)}</sheetData></worksheet>`;
}

/** @param row by whose kinds columns are wide or narrow */
const headXml = (columns: readonly string[], row: readonly Cell[] = []) =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map((_title, place) => {
      const width = row[place]?.kind === "moment" ? WIDTHS.moment : WIDTHS.other;
      return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
    })
    .join("")}</cols><sheetData><row>${columns.map((text) => inlineText(text, STYLES.heading)).join("")}</row>`;

/** XML of a cell. Text is always an inline string, which is never read as a formula, whatever it begins with. */
function cellXml(cell: Cell, offsets: Offsets): string {
  switch (cell.kind) {
    case "text":
      return cell.text === null ? "<c/>" : inlineText(cell.text, STYLES.plain);
    case "number":
      return cell.number === null ? "<c/>" : `<c><v>${cell.number}</v></c>`;
    case "duration":
      return `<c s="${STYLES.duration}"><v>${(Math.round(cell.ms / 1000) * 1000) / DAY_MS}</v></c>`;
    case "day":
      return `<c s="${STYLES.day}"><v>${(Date.parse(`${cell.day}T00:00:00Z`) - DAY_ZERO_MS) / DAY_MS}</v></c>`;
    case "moment":
      return cell.local === null ? "<c/>" : momentXml(cell.local, offsets);
  }
}

function momentXml(local: string, offsets: Offsets): string {
  const offset = local.slice(LOCAL_LENGTH);
  const style = offsets.get(offset) ?? MOMENT_STYLE_FIRST + offsets.size;
  offsets.set(offset, style);
  const shownMs = Date.parse(`${local.slice(0, 10)}T${local.slice(11, LOCAL_LENGTH)}Z`);
  return `<c s="${style}"><v>${(shownMs - DAY_ZERO_MS) / DAY_MS}</v></c>`;
}

const inlineText = (text: string, style: number) =>
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

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Writes the parts that name the sheets, once their number is known. */
function finish(
  zip: ZipFile,
  { title, sheets, offsets }: { title: string; sheets: number; offsets: ReadonlyMap<string, number> },
) {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const names = numbers.map((number) => (number === 1 ? title : `${title} ${number}`));
  const add = (path: string, body: string) => zip.addBuffer(Buffer.from(XML + body), path);
  add(
    "[Content_Types].xml",
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${numbers
      .map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)
      .join("")}</Types>`,
  );
  add(
    "_rels/.rels",
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    "xl/workbook.xml",
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers
      .map(
        (number) => `<sheet name="${escapeXml(names[number - 1] as string)}" sheetId="${number}" r:id="rId${number}"/>`,
      )
      .join("")}</sheets></workbook>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${RELATIONS}">${numbers
      .map(
        (number) =>
          `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join("")}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
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
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${listed.length}">${listed.join("")}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join("")}</cellXfs></styleSheet>`;
}
