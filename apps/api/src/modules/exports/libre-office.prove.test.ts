import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text as textOf } from "node:stream/consumers";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCsv, csvStyleOf } from "./csv";
import { LocalTimeFormatter } from "./local-times";
import { maliciousFormulas } from "./spreadsheet-testkit";
import { dayCell, durationCell, momentCell, numberCell, type ExportTable, textCell } from "./table";
import { writeXlsx } from "./xlsx.service";

const LIBRE_OFFICE_PROGRAM = "/usr/bin/soffice";
/**
 * Import options for a CSV file with which LibreOffice interprets the most: formulas are computed, and quoted cells may
 * be numbers.
 */
const csvImportFilter = (separator: string) =>
  `--infilter=Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,0,true,true`;

const exportTable = (): ExportTable => ({
  title: "Arbeitszeit",
  columns: ["Name", "=1+1", "Tag", "Zeit", "Zahl"],
  rows: (async function* () {
    yield maliciousFormulas.map((formula) => [
      textCell(formula),
      textCell(`"${formula}`),
      dayCell("2026-03-29"),
      durationCell(27_000_000),
      numberCell(2),
    ]);
  })(),
});

/** Texts that look like numbers: postal codes, telephone numbers, numbers of people and houses. */
const numberLikeTexts = ["01067", "+43 664 0012", "0664001200", "007", "1E5", "3-4"];
/** Two instants an hour apart at which clocks in Vienna show the same time. */
const autumnClockChangeTable = (): ExportTable => {
  const times = new LocalTimeFormatter("Europe/Vienna");
  const instants = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-12-31T23:30:59Z"];
  return {
    title: "Touren",
    columns: ["Beginn", "Ende", ...numberLikeTexts],
    rows: (async function* () {
      yield instants.map((instant) => [
        momentCell(times.format(Date.parse(instant))),
        momentCell(null),
        ...numberLikeTexts.map(textCell),
      ]);
    })(),
  };
};

describe.skipIf(!existsSync(LIBRE_OFFICE_PROGRAM))(
  "a file opened in LibreOffice (needs /usr/bin/soffice)",
  { timeout: 120_000 },
  () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "leitstand-office-"));
    });
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    /**
     * Opens a file and returns the sheet in LibreOffice's own format, with computed values and the type of every cell.
     */
    async function open(name: string, bytes: Buffer | string, ...options: string[]): Promise<string> {
      writeFileSync(join(folder, name), bytes);
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const convert = ["--headless", ...options, "--convert-to", "fods", "--outdir", folder, join(folder, name)];
      await promisify(execFile)(LIBRE_OFFICE_PROGRAM, [profile, ...convert]);
      return readFileSync(join(folder, name.replace(/\.\w+$/, ".fods")), "utf8");
    }
    /** Types of the cells of each row, below the names of the columns. */
    const kindsOf = (sheet: string) =>
      (sheet.match(/<table:table-row[\s>][\s\S]*?<\/table:table-row>/g) ?? [])
        .slice(1)
        .map((row) => Array.from(row.matchAll(/office:value-type="(\w+)"/g), ([, kind]) => kind))
        .filter((kinds) => kinds.length > 0);

    it("LibreOffice evaluates a formula that was not escaped", async () => {
      expect(await open("raw.csv", '"=1+1"\r\n', csvImportFilter(";"))).toContain('table:formula="of:=1+1"');
    });

    it.each([
      ["de", ";"],
      ["en", ","],
    ])(
      "LibreOffice shows texts that begin like formulas in a CSV file in %s as texts, and evaluates none of them",
      async (language, separator) => {
        const csv = await textOf(Readable.from(writeCsv(exportTable(), csvStyleOf(language))));
        const sheet = await open(`${language}.csv`, csv, csvImportFilter(separator));
        expect(sheet).not.toContain("table:formula");
        expect(kindsOf(sheet)).toEqual(maliciousFormulas.map(() => ["string", "string", "date", "time", "float"]));
      },
    );

    it("LibreOffice shows texts of a workbook unchanged, and can add its days and durations", async () => {
      const sheet = await open("book.xlsx", await buffer(writeXlsx(exportTable())));
      expect(sheet).not.toContain("table:formula");
      expect(kindsOf(sheet)).toEqual(maliciousFormulas.map(() => ["string", "string", "date", "time", "float"]));
      expect(sheet).toContain("<text:p>=cmd|&apos; /C calc&apos;!A0</text:p>");
      expect(sheet).toContain('office:time-value="PT07H30M00S"');
    });

    it("LibreOffice shows moments of a workbook as dates in the tenant's time zone, with their offset from UTC", async () => {
      const sheet = await open("moments.xlsx", await buffer(writeXlsx(autumnClockChangeTable())));
      const dates = Array.from(
        sheet.matchAll(/office:date-value="([^"]+)"[^>]*>\s*<text:p>([^<]+)</g),
        ([, ...found]) => found,
      );
      expect(dates).toEqual([
        ["2026-10-25T02:30:00", "2026-10-25 02:30:00 +02:00"],
        ["2026-10-25T02:30:00", "2026-10-25 02:30:00 +01:00"],
        ["2027-01-01T00:30:59", "2027-01-01 00:30:59 +01:00"],
      ]);
    });

    it("LibreOffice shows postal codes, telephone numbers and personnel numbers as texts with all their zeros", async () => {
      const sheet = await open("zeros.xlsx", await buffer(writeXlsx(autumnClockChangeTable())));
      expect(kindsOf(sheet)).toEqual(
        Array.from({ length: 3 }, () => ["date", ...Array.from({ length: 6 }, () => "string")]),
      );
      for (const text of numberLikeTexts) expect(sheet.split(`<text:p>${text}</text:p>`)).toHaveLength(1 + 4);
    });
  },
);
