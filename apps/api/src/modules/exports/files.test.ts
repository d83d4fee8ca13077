import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { writeCsv, csvStyleOf, formatDuration } from "./csv";
import { LocalTimeFormatter } from "./local-times";
import { maliciousFormulas } from "./spreadsheet-testkit";
import { type TableCell, dayCell, durationCell, momentCell, numberCell, type ExportTable, textCell } from "./table";
import { writeXlsx } from "./xlsx.service";

const exportTableOf = (rows: readonly (readonly TableCell[])[], size = 2): ExportTable => ({
  title: "Arbeitszeit",
  columns: ["Name", "=Spalte"],
  rows: (async function* () {
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
  })(),
});
const csvText = async (rows: readonly (readonly TableCell[])[], language = "de") => {
  let text = "";
  for await (const piece of writeCsv(exportTableOf(rows), csvStyleOf(language))) text += piece;
  return text;
};

describe("CSV", () => {
  it("a CSV file begins with a byte order mark, quotes every cell, and uses the separator of the language", async () => {
    const rows = [
      [textCell('Größe "M"; 2'), numberCell(1.5)],
      [textCell(null), durationCell(27_000_000)],
    ];
    expect(await csvText(rows)).toBe('\uFEFF"Name";"\'=Spalte"\r\n"Größe ""M""; 2";"1,5"\r\n"";"7:30:00"\r\n');
    expect(await csvText([[textCell("a"), numberCell(1.5)]], "en")).toBe('\uFEFF"Name","\'=Spalte"\r\n"a","1.5"\r\n');
  });

  it.each(maliciousFormulas)("a CSV file shows the formula %j as text", async (text) => {
    expect(await csvText([[textCell(text), textCell("")]])).toContain(`"'${text.replaceAll('"', '""')}"`);
  });

  it("a CSV file contains moments in local time, with the offset from UTC", async () => {
    const local = "2026-10-25 02:30:00 +02:00";
    expect(await csvText([[momentCell(local), momentCell(null)]])).toContain(`"${local}";""\r\n`);
  });

  it("a CSV file keeps names with line breaks, separators or right-to-left letters in one cell", async () => {
    const names = ['Maria "Mitzi"; 2\r\nHuber', "محمد العلي", "abc\u202Exyz", "a,b\tc"];
    const cells = names.map((name) => `"${name.replaceAll('"', '""')}"`);
    expect(await csvText([names.map(textCell)])).toBe(`\uFEFF"Name";"'=Spalte"\r\n${cells.join(";")}\r\n`);
  });

  it("a CSV file leaves texts that do not begin like a formula unchanged", async () => {
    expect(await csvText([[textCell("A-1 = B"), textCell("O'Neill")]])).toContain('"A-1 = B";"O\'Neill"');
  });

  it("a CSV file has durations of more than a day in hours", () => {
    expect(formatDuration(31 * 3_600_000 + 61_000)).toBe("31:01:01");
  });
});

/** Files in a ZIP archive that was written as a stream; their sizes are in its directory. */
function unzipFiles(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
    const [size, nameLength, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const begins = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    files.set(name, inflateRawSync(bytes.subarray(begins, begins + size)).toString("utf8"));
  }
  return files;
}
const readXlsxSheets = async (rows: readonly (readonly TableCell[])[], rowsMax?: number) =>
  unzipFiles(await buffer(writeXlsx(exportTableOf(rows), rowsMax === undefined ? {} : { rowsMax })));

describe("XLSX", () => {
  it("a workbook stores texts as texts, and days and durations as numbers that can be added", async () => {
    const files = await readXlsxSheets([
      [textCell("a<b>&\u0001\uD800"), dayCell("2026-03-29")],
      [numberCell(2), durationCell(43_200_000)],
    ]);
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain('<t xml:space="preserve">a&lt;b&gt;&amp;</t>');
    expect(sheet).toContain('<c s="2"><v>46110</v></c>');
    expect(sheet).toContain('<c><v>2</v></c><c s="1"><v>0.5</v></c>');
    expect(sheet.endsWith("</sheetData></worksheet>")).toBe(true);
  });

  it("a workbook stores moments as numbers in local time, and shows each with its offset from UTC", async () => {
    const [summer, winter] = ["2026-10-25 02:30:00 +02:00", "2026-10-25 02:30:00 +01:00"];
    const files = await readXlsxSheets([
      [momentCell(summer), momentCell(winter)],
      [momentCell(null), momentCell(summer)],
    ]);
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet.match(/<c s="4"><v>46320[.]10416666666[0-9]*<\/v><\/c>/g)).toHaveLength(2);
    expect(sheet.match(/<c s="5"><v>46320[.]10416666666[0-9]*<\/v><\/c>/g)).toHaveLength(1);
    const styles = files.get("xl/styles.xml") ?? "";
    const codes = Array.from(styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g), ([, id, code]) => [id, code]);
    expect(codes.slice(2)).toEqual([
      ["166", "yyyy\\-mm\\-dd hh:mm:ss&quot; +02:00&quot;"],
      ["167", "yyyy\\-mm\\-dd hh:mm:ss&quot; +01:00&quot;"],
    ]);
    expect(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0].match(/<xf/g)).toHaveLength(6);
  });

  it.each(maliciousFormulas)(
    "a workbook stores the formula %j as an inline string and not as a formula",
    async (text) => {
      const sheet = (await readXlsxSheets([[textCell(text), textCell("")]])).get("xl/worksheets/sheet1.xml") ?? "";
      expect(sheet).not.toContain("<f");
      expect(sheet.match(/<c t="inlineStr">/g)).toHaveLength(2);
    },
  );

  it.each([
    [0, 1],
    [3, 1],
    [4, 2],
    [7, 3],
  ])(
    "a workbook of %i rows has %i sheets when a sheet has room for three rows, and loses none",
    async (count, expected) => {
      const rows = Array.from({ length: count }, (_, row) => [textCell(`row ${row}.`), numberCell(row)]);
      const files = await readXlsxSheets(rows, 3);
      const names = [...files.keys()].filter((name) => name.startsWith("xl/worksheets/"));
      expect(names).toHaveLength(expected);
      const all = names.map((name) => files.get(name)).join("");
      for (const row of rows.keys()) expect(all.match(new RegExp(`row ${row}[.]`, "g"))).toHaveLength(1);
      expect(files.get("xl/workbook.xml")?.match(/<sheet /g)).toHaveLength(expected);
    },
  );

  it("a workbook stops reading rows when the client has cancelled the download", async () => {
    let stopped = false;
    let count = 0;
    const rows = (async function* () {
      try {
        // Random numbers cannot be compressed, so the file grows.
        for (;;) yield Array.from({ length: 1000 }, () => [textCell(`${Math.sin(++count)}`), numberCell(count)]);
      } finally {
        stopped = true;
      }
    })();
    const file = writeXlsx({ title: "T", columns: ["a", "b"], rows });
    await new Promise((resolve) => file.once("data", resolve));
    file.destroy();
    await expect.poll(() => stopped, { timeout: 15_000 }).toBe(true);
  });
});

describe("local times", () => {
  it.each([
    ["Europe/Vienna", "2026-10-25T00:30:00Z", "2026-10-25 02:30:00 +02:00"],
    ["Europe/Vienna", "2026-10-25T01:30:00Z", "2026-10-25 02:30:00 +01:00"],
    ["Europe/Vienna", "2026-03-29T01:00:00Z", "2026-03-29 03:00:00 +02:00"],
    ["America/St_Johns", "2026-01-01T02:00:00Z", "2025-12-31 22:30:00 -03:30"],
    ["UTC", "2026-01-01T02:00:00Z", "2026-01-01 02:00:00 +00:00"],
  ])("the moment %s in the time zone %s is exported as local time with offset: %s", (zone, instant, shown) => {
    expect(new LocalTimeFormatter(zone).format(Date.parse(instant))).toBe(shown);
  });
});
