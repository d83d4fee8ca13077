import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { PdfPrinter } from "#modules/documents/index";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";
import {
  createCaseWithUndoneHandover,
  createMotorwayCase,
  createTourWithBreak,
  type OfficeAndCrew,
  documentExportGrants,
} from "../../testing/documents/disputed-cases";
import { createHandoverDocument } from "./handover-document.service";

/** Programs of Debian's packages qpdf and poppler-utils. */
const PDF_TOOLS = ["qpdf", "pdffonts", "pdftotext", "pdftoppm"].map((name) => `/usr/bin/${name}`);
/** `LOOK_PICTURES=/some/folder` keeps a picture of every page there. */
const pagePicturesFolder = process.env["LOOK_PICTURES"];
const COMPANY_NAME = "Größl & Söhne";
const includedParts = ["HISTORY", "COMMENTS", "PHOTOS", "TODOS", "TOURS"] as const;
const documentKinds = ["case", "tour", "confirmation", "roadside"] as const;

describe.skipIf(!PDF_TOOLS.every((tool) => existsSync(tool)))(
  "documents of cases and tours (needs qpdf and poppler-utils)",
  { timeout: 120_000 },
  () => {
    const api = startApi();
    let folder: string;

    async function aDispatch(type: "FUNERAL" | "ROADSIDE_ASSISTANCE"): Promise<OfficeAndCrew> {
      const tenant = await api.aTenant(type);
      await api.db.system.run(
        sql`update tenants set name = ${COMPANY_NAME}, timezone = 'Europe/Vienna' where id = ${tenant.id}`,
      );
      const grants = [...dispatchGrants, ...documentExportGrants];
      const office = await api.bearer({ tenant, grants });
      return { db: api.db, office, crew: await createTestTourCrew(api, tenant, { grants }) };
    }
    const run = async (tool: string, ...parameters: string[]) =>
      (await promisify(execFile)(`/usr/bin/${tool}`, parameters)).stdout;
    const pathOf = (name: string) => join(folder, `${name}.pdf`);
    async function keep(name: (typeof documentKinds)[number], bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) {
      writeFileSync(pathOf(name), new Uint8Array(bytes));
      if (!pagePicturesFolder) return;
      mkdirSync(pagePicturesFolder, { recursive: true });
      await run("pdftoppm", "-r", "80", "-png", pathOf(name), join(pagePicturesFolder, name));
    }
    const textOf = (name: string) => run("pdftotext", "-layout", pathOf(name), "-");

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "leitstand-pages-"));
      const undertaker = await aDispatch("FUNERAL");
      const id = await createCaseWithUndoneHandover(undertaker);
      await keep("case", await (await undertaker.office.exportCase({ id, include: [...includedParts] })).arrayBuffer());
      const tourId = await createTourWithBreak(undertaker);
      await keep("tour", await (await undertaker.office.exportTour({ id: tourId, format: "PDF" })).arrayBuffer());
      await keep("confirmation", await confirmation(undertaker, id));
      const club = await aDispatch("ROADSIDE_ASSISTANCE");
      const stranded = await createMotorwayCase(club);
      await keep("roadside", await (await club.office.exportCase({ id: stranded })).arrayBuffer());
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** Document behind the link in the mail. */
    async function confirmation({ office }: OfficeAndCrew, case_id: string) {
      const { tenant } = office.session;
      const history = await api.db.system.many<{ id: string }>(sql`
        select id from case_history where case_id = ${case_id} and transition = 'DELIVER' order by received_at desc, lock_version desc`);
      const request = {
        case_id,
        history_id: history[0]?.id ?? "",
        company: COMPANY_NAME,
        language: "de",
        now: new Date(),
      } as const;
      const press = new PdfPrinter(api.dataDir);
      try {
        return new Uint8Array(await press.print(await createHandoverDocument(api.db.read(tenant.id, "long"), request)));
      } finally {
        await press.stop();
      }
    }

    it.each(documentKinds)("qpdf finds no faults in the printed document %s", async (name) => {
      expect(await run("qpdf", "--check", pathOf(name))).toContain("No syntax or stream encoding errors found");
    });

    it.each(documentKinds)(
      "all fonts of the printed document %s are embedded, with the characters of their glyphs",
      async (name) => {
        const lines = (await run("pdffonts", pathOf(name))).trim().split("\n").slice(2);
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines)
          expect(line).toMatch(/^[A-Z]{6}\+(Inter|NotoSans(Hebrew|Arabic)).* yes +yes +yes +\d+ +\d+$/);
      },
    );

    it.each(documentKinds)(
      "the extracted text of the printed document %s has no lost or meaningless characters",
      async (name) => {
        const text = await textOf(name);
        expect(text).toContain(COMPANY_NAME);
        expect(text).not.toContain("undefined");
        expect(text).not.toMatch(/[\uFFFD\uE000-\uF8FF]/);
        // The text has no characters that change the direction of the following text. pdftotext itself puts U+202B and
        // U+202C around words that are read from right to left.
        expect(text).not.toMatch(/[\u202A\u202D\u202E\u2066-\u2069]/);
      },
    );

    it.each([
      ["case", ["Zoë Őrült-Yıldırım", "Müller-Łukasiewicz", "Ștefan [U+202E]", "01067", "Identität: Code"]],
      ["tour", ["Frühschicht Graz", "Ana Đorđević, Jürgen Szőke", "In der Pause", "entzogen"]],
      ["confirmation", ["M. Huber", "Müller-Łukasiewicz"]],
      ["roadside", ["A2, km 178,4", "47,05", "Alarmiert", "Elektro"]],
    ])("the extracted text of the printed document %s is the text that was written", async (name, written) => {
      const text = await textOf(name);
      for (const part of written) expect(text).toContain(part);
    });
  },
);
