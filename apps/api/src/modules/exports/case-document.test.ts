import { Asset } from "@leitstand/contract/cases/asset";
import { Case } from "@leitstand/contract/cases/case";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { describe, expect, it } from "vitest";
import { createCaseDocument, type CaseDocumentContent, type CaseDocumentPart } from "./case-document.service";
import { LocalTimeFormatter } from "./local-times";
import type { DocumentContext } from "./writing.service";

const documentStyle: DocumentContext = {
  language: "de",
  times: new LocalTimeFormatter("Europe/Vienna"),
  company: "Bestattung",
  maker: "Eva",
  now: new Date("2026-03-02T12:00:00Z"),
};
const contractExampleOf = <T>(schema: object): T => structuredClone((schema as { examples: T[] }).examples[0] as T);
const photoAsset = (id: string, superseded: boolean): Asset => ({
  ...contractExampleOf<Asset>(Asset),
  id,
  kind: "IMAGE",
  file_name: `${id}.jpg`,
  superseded,
});

function caseDocumentSourceOf(change: Partial<CaseDocumentContent> = {}): CaseDocumentContent {
  const dispatchCase = contractExampleOf<Case>(Case);
  dispatchCase.assets = { images: [photoAsset("good", false), photoAsset("undone", true)], documents: [], others: [] };
  return {
    dispatchCase,
    branch: null,
    history: [{ ...contractExampleOf<CaseStateUpdate>(CaseStateUpdate), changes_handover: false }],
    former_handovers: [],
    comments: [{ created_at: "2026-03-02T10:00:00Z", author_name: "Eva", text: "Angehörige kommen um 14 Uhr." }],
    isCut: { history: false, comments: false },
    paths: new Map([
      ["good", "t/good.jpg"],
      ["undone", "t/undone.jpg"],
    ]),
    ...change,
  };
}
const caseDocumentBlocksOf = (file: CaseDocumentContent) =>
  createCaseDocument(
    documentStyle,
    file,
    new Set<CaseDocumentPart>(["HISTORY", "COMMENTS", "PHOTOS", "TODOS", "TOURS"]),
  ).blocks;

describe("the document of a case", () => {
  it("the case document marks a photo that belongs to an undone action", () => {
    const captions = caseDocumentBlocksOf(caseDocumentSourceOf()).flatMap((block) =>
      block.kind === "picture" ? [block.caption] : [],
    );
    expect(captions).toEqual([
      expect.not.stringContaining("rückgängig"),
      expect.stringContaining("undone.jpg · gehört zu einer Aktion, die rückgängig gemacht wurde"),
    ]);
  });

  it("the case document names how the deceased was identified, in addition to the reason", () => {
    const row = { ...contractExampleOf<CaseStateUpdate>(CaseStateUpdate), changes_handover: false };
    const notes = (change: Partial<CaseStateUpdate>) =>
      caseDocumentBlocksOf(caseDocumentSourceOf({ history: [{ ...row, ...change }] })).flatMap((block) =>
        block.kind === "table" && block.columns[0]?.title === "Geschehen"
          ? block.rows.map(({ cells }) => cells.at(-1))
          : [],
      );
    expect(notes({ identity: { method: "CODE", code: "B-17" } })).toEqual(["Identität: Code B-17"]);
    expect(notes({ identity: { method: "READ_BACK" }, reason: "Nachgetragen" })).toEqual([
      "Nachgetragen · Identität: laut vorgelesen und verglichen",
    ]);
  });

  it("the case document says in words that the back office closed the case without a reason", () => {
    const dispatchCase = contractExampleOf<Case>(Case);
    dispatchCase.finish_reason = "COMPLETED_BY_BACKOFFICE";
    const row = { ...contractExampleOf<CaseStateUpdate>(CaseStateUpdate), changes_handover: false };
    const history = [{ ...row, transition: "FINISH", reason: "COMPLETED_BY_BACKOFFICE" }];
    const blocks = caseDocumentBlocksOf(caseDocumentSourceOf({ dispatchCase, history }));
    const words = "Von der Nachbearbeitung abgeschlossen";
    expect(blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []))).toContainEqual([
      "Grund des Abschlusses",
      words,
    ]);
    expect(blocks.flatMap((block) => (block.kind === "table" ? block.rows : []))).toContainEqual(
      expect.objectContaining({ cells: expect.arrayContaining([words]) }),
    );
    expect(JSON.stringify(blocks)).not.toContain("BACKOFFICE");
  });

  it("the case document of a breakdown shows built-in parts, a place without an address, and the model name as it was typed", () => {
    const dispatchCase = contractExampleOf<Case>(Case);
    dispatchCase.data_type = "ROADSIDE";
    dispatchCase.state.current = "onTheWay";
    dispatchCase.funeral_data = null;
    dispatchCase.rsa_data = {
      vehicle: { brand: "Tesla", model: "S", category: "CAR", fuel: "ELEKTRO" },
      vehicle_repair: { repaired: true, parts: [{ description: "Batterie 70 Ah", quantity: 1.5, number: "B70" }] },
      source_address: { lat: 47.05, lon: 15.43 },
    };
    const facts = caseDocumentBlocksOf(caseDocumentSourceOf({ dispatchCase })).flatMap((block) =>
      block.kind === "facts" ? block.facts : [],
    );
    for (const fact of [
      ["Zustand", "Unterwegs"],
      ["Fahrzeug: Modell", "S"],
      ["Fahrzeug: Kraftstoff", "Elektro"],
      ["Teil", "1,5 × Batterie 70 Ah (B70)"],
      ["Geografische Breite", "47,05"],
    ])
      expect(facts).toContainEqual(fact);
  });

  it("the case document shows when the crew ended its part, or when the case was taken back from it, not when the phone reported", () => {
    const dispatchCase = contractExampleOf<Case>(Case);
    const [link] = dispatchCase.tour_case_states ?? [];
    const closed_at = "2026-03-02T18:32:00Z";
    dispatchCase.tour_case_states = [
      { ...link!, finished_at: "2026-03-02T12:40:00Z", closed_at },
      { ...link!, finished_at: null, closed_at },
    ];
    const blocks = caseDocumentBlocksOf(caseDocumentSourceOf({ dispatchCase }));
    const table = blocks.find(
      (block) => block.kind === "table" && block.columns.some(({ title }) => title === "Beendet"),
    );
    expect(table?.kind === "table" && table.rows.map(({ cells }) => cells.at(-1))).toEqual([
      "02.03.2026 13:40:00 (UTC+01:00)",
      "02.03.2026 19:32:00 (UTC+01:00)",
    ]);
  });

  it("the case document prints a number of a customer that looks like a date as it was typed, and days and times in words", () => {
    const dispatchCase = contractExampleOf<Case>(Case);
    Object.assign(dispatchCase, { external_id: "4711-12-99", not_before: "2026-03-02T10:00:00Z" });
    if (dispatchCase.contact) dispatchCase.contact.notes = "2026-03-02T10:00:00Z laut Anruf";
    Object.assign(dispatchCase.funeral_data?.cargo_deceased ?? {}, {
      cultus: "2026-03-02",
      birthday: "1941-07-28",
      date_of_death: "2026-02-30",
    });
    const facts = caseDocumentBlocksOf(caseDocumentSourceOf({ dispatchCase })).flatMap((block) =>
      block.kind === "facts" ? block.facts : [],
    );
    for (const fact of [
      ["Nummer des Auftraggebers", "4711-12-99"],
      ["Nicht vor", "02.03.2026 11:00:00 (UTC+01:00)"],
      ["Notizen", "2026-03-02T10:00:00Z laut Anruf"],
      ["Kultus", "2026-03-02"],
      ["Geburtsdatum", "28.07.1941"],
      ["Sterbedatum", "2026-02-30"],
    ])
      expect(facts).toContainEqual(fact);
  });

  it("the case document marks only those lists whose older entries it omits", () => {
    const notices = (file: CaseDocumentContent) =>
      caseDocumentBlocksOf(file).filter(
        (block) => block.kind === "notice" && block.text.startsWith("Nur die neuesten"),
      );
    expect(notices(caseDocumentSourceOf())).toHaveLength(0);
    expect(notices(caseDocumentSourceOf({ isCut: { history: true, comments: false } }))).toHaveLength(1);
    expect(notices(caseDocumentSourceOf({ isCut: { history: true, comments: true } }))).toHaveLength(2);
  });
});
