import { randomUUID } from "node:crypto";
import { inflateSync } from "node:zlib";
import { Transformer } from "@napi-rs/image";
import { beforeAll, describe, expect, it } from "vitest";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Principal } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";
import { loadCaseDocumentContent } from "./case-export.service";

const SIGNATURE_PATH = "M10 80 C 40 10, 65 10, 95 80 S 150 150, 180 80 l 20 -30 q 10 -20 30 10 t 40 0 h 10 v 5 z";

/** Text of a PDF with every compressed stream expanded, and everything else unchanged. */
function unpackedPdfText(pdf: Buffer): string {
  const texts = [pdf.toString("latin1")];
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 7)) {
    try {
      texts.push(inflateSync(pdf.subarray(at + 7, pdf.indexOf("endstream", at))).toString("latin1"));
    } catch {
      // A stream that cannot be inflated is not compressed.
    }
  }
  return texts.join("\n");
}

describe("documents of cases and tours", () => {
  const api = startApi();
  let office: ApiSession;
  let crew: CreatedTourCrew;
  const grants = [
    ...dispatchGrants,
    "uploadCaseAssets",
    "exportCase",
    "exportTour",
    "getAssets",
    "createCaseComment",
    "getCaseComments",
  ];

  beforeAll(async () => {
    const tenant = await api.aTenant();
    office = await api.bearer({ tenant, grants });
    crew = await createTestTourCrew(api, tenant, {});
    await api.db.system.run(
      sql`update roles set grants = grants || '{uploadCaseAssets}' where tenant_id = ${tenant.id} and id = ${crew.driver.session.role_id}`,
    );
    await api.db.system.run(sql`update tenants set name = 'Bestattung Größl & Söhne <i>' where id = ${tenant.id}`);
  });

  /** Printed content of a case with its comments for a dispatcher with these grants, in some branches or everywhere. */
  function contentWithCommentsFor(held: readonly string[], id: string, branch_ids: readonly string[] | null = null) {
    const { tenant } = office.session;
    const role = { id: randomUUID(), role_type: "DISPATCHER", grants: held, branch_ids } as const;
    const principal: Principal = Object.assign({} as Principal, { tenant_id: tenant.id, roles: [role] });
    const reader = { principal, scope: TENANT_SCOPE, now: api.clock.now() };
    return loadCaseDocumentContent(api.db.read(tenant.id, "short"), reader, { id, withComments: true });
  }

  const picture = async (red: number, size = 400) =>
    new File(
      [
        new Uint8Array(
          await Transformer.fromRgbaPixels(
            new Uint8Array(size * size * 4).map((_, at) => (at % 4 === 3 ? 255 : at % 4 === 0 ? red : at % 251)),
            size,
            size,
          ).jpeg(80),
        ),
      ],
      "Foto Übergabe.jpg",
    );
  const act = async (id: string, action: object) => {
    const { lock_version } = await office.getCase({ id });
    return crew.driver.receiveAction({ id, lock_version, tour_id: crew.tour_id, ...action } as Parameters<
      ApiSession["receiveAction"]
    >[0]);
  };
  const taken = { received_by: "M. Huber", belongings_confirmed: true };
  /** A transport on its way to the cemetery. */
  async function aLoadedCase() {
    const { id, lock_version } = await office.createCase(
      funeralCaseRequest({
        external_id: randomUUID(),
        contact: { name: "Zoë Őrült", phone_number: "+43664000000", notes: "Schlüssel beim Portier 👍" },
      }),
    );
    await office.receiveAction({ id, lock_version, action: "ASSIGN", tour_id: crew.tour_id });
    for (const action of ["ACCEPT", "START", "ARRIVE", "LOAD"])
      await act(id, {
        action,
        ...(action === "LOAD" ? { payload: { identity_confirmed: true, belongings_confirmed: true } } : {}),
      });
    return id;
  }
  const pdfOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());

  it("case documents follow the visible rules of PDF/A-3b: embedded fonts, a colour profile, consistent metadata, no active content", async () => {
    const id = await aLoadedCase();
    await office.uploadCaseAssets({ id, file: await picture(200), kind: "IMAGE" });
    await office.createCaseComment({ id, text: "Angehörige kommen um 14 Uhr.\nBitte beim Portier läuten." });
    const first = await crew.driver.uploadCaseAssets({ id, file: await picture(40, 200), kind: "SIGNATURE" });
    await act(id, { action: "DELIVER", payload: { ...taken, signature: first.id } });
    await act(id, { action: "UNDO" });
    await act(id, { action: "DELIVER", payload: { ...taken, signature: SIGNATURE_PATH } });
    const answer = await office.exportCase({ id, include: ["HISTORY", "COMMENTS", "PHOTOS", "TODOS", "TOURS"] });
    const { natural_id } = await office.getCase({ id });
    expect(answer.headers.get("content-disposition")).toContain(`filename="Fall ${natural_id}.pdf"`);
    const pdf = Buffer.from(await answer.arrayBuffer());

    const text = unpackedPdfText(pdf);
    expect(pdf.subarray(0, 8).toString()).toBe("%PDF-1.7");
    expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/);
    const metadata = Buffer.from(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(text)?.[0] ?? "", "latin1").toString();
    expect(metadata).toContain("<rdf:li>Bestattung Größl &amp; Söhne &lt;i></rdf:li>");
    expect(metadata).not.toMatch(/&(?!amp;|lt;)/);
    expect(text).toContain("/OutputIntents");
    expect(text).toContain("/GTS_PDFA1");
    expect(text).toMatch(/\/ID \[<[0-9a-f]+> <[0-9a-f]+>\]/);
    const fonts = text.match(/\/BaseFont \/[^\s]+/g) ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/\/BaseFont \/[A-Z]{6}\+Inter/);
    expect(text.match(/\/FontFile2/g)?.length).toBe(text.match(/\/Type \/FontDescriptor/g)?.length);
    expect(text).not.toMatch(/\/(JavaScript|JS|Launch|EmbeddedFile|Encrypt|URI)\b/);
  });

  it("a crew gets the document of a case that it has delivered, without the comments that it cannot read any more", async () => {
    const id = await aLoadedCase();
    await office.createCaseComment({ id, text: "Nur für das Büro." });
    await act(id, { action: "DELIVER", payload: { ...taken, signature: SIGNATURE_PATH } });
    const { tenant } = office.session;
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants: ["exportCase"] });
    await api.db.system.run(
      sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${crew.tour_id}, ${driver.session.user_id})`,
    );
    expect((await driver.exportCase({ id, include: ["COMMENTS"] })).status).toBe(200);
  });

  it("the document of a case with very many comments contains the newest ones", async () => {
    const id = await aLoadedCase();
    const { tenant } = office.session;
    await api.db.system.run(sql`
      insert into case_comments (tenant_id, case_id, text, author_name, created_at)
      select ${tenant.id}, ${id}, 'Kommentar ' || number, 'Eva', now() + number * interval '1 second' from generate_series(1, 1001) number`);
    const { comments, isCut } = await contentWithCommentsFor(["getCaseComments"], id);
    expect(comments.map(({ text }) => text)).toEqual(Array.from({ length: 1_000 }, (_, at) => `Kommentar ${at + 2}`));
    expect(isCut).toEqual({ history: false, comments: true });
  });

  it("the document of a case leaves out comments for a caller without the grant to read them there", async () => {
    const { id } = await office.createCase(funeralCaseRequest());
    await office.createCaseComment({ id, text: "Nur für das Büro." });
    expect((await contentWithCommentsFor(["getCaseComments"], id)).comments).toHaveLength(1);
    expect((await contentWithCommentsFor(["exportCase"], id)).comments).toEqual([]);
    expect((await contentWithCommentsFor(["getCaseComments"], id, [])).comments).toEqual([]);
    const exporter = await api.bearer({ tenant: office.session.tenant, grants: ["exportCase"] });
    expect((await exporter.exportCase({ id, include: ["COMMENTS"] })).status).toBe(200);
  });

  it("a tour is exported with its crew and cases, as a PDF and as a table", async () => {
    const pdf = await pdfOf(office.exportTour({ id: crew.tour_id, format: "PDF" }));

    expect(unpackedPdfText(pdf)).toContain("pdfaid:part>3");
    const csv = await (await office.exportTour({ id: crew.tour_id, format: "CSV", language: "en" })).text();
    expect(csv).toContain('"Delivered"');
    const workbook = await pdfOf(office.exportTour({ id: crew.tour_id, format: "XLSX" }));
    expect(workbook.subarray(0, 2).toString()).toBe("PK");
  });

  it("documents of cases and tours outside the caller's scope are refused", async () => {
    const id = await aLoadedCase();
    const stranger = await api.bearer({ grants });
    await expect(stranger.exportCase({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(stranger.exportTour({ id: crew.tour_id, format: "CSV" })).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
  });

  it.each([
    ["de", "en", '"Tour";"Position";"Number"'],
    ["en", "de", '"Tour","Reihenfolge","Nummer"'],
  ] as const)(
    "a table of a tour from a tenant in %s has its words in %s, and separators for the tenant's spreadsheets",
    async (tenant, language, heading) => {
      await api.db.system.run(sql`update tenants set language = ${tenant} where id = ${office.session.tenant.id}`);
      const csv = await (await office.exportTour({ id: crew.tour_id, format: "CSV", language })).text();
      expect(csv.split("\r\n")[0]).toContain(heading);
    },
  );
});
