import { Asset } from "@leitstand/contract/cases/asset";
import { Case } from "@leitstand/contract/cases/case";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { describe, expect, it } from "vitest";
import type { CaseHistoryEntry, FormerHandover } from "#modules/case-notes/index";
import type { DocumentBlock } from "#modules/documents/index";
import {
  createHandoverBlocks,
  type HandoverDocumentContent,
  createOtherSignatureBlocks,
} from "./handover-blocks.service";
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

const [first, second] = ["a55e7000-1b3d-4e5f-8a6b-7c8d9e0f1a02", "b55e7000-1b3d-4e5f-8a6b-7c8d9e0f1a02"] as const;
const signatureAsset = (id: string, created_at: string, superseded = false): Asset => ({
  ...contractExampleOf<Asset>(Asset),
  id,
  created_at,
  superseded,
  kind: "SIGNATURE",
  file_name: `${id[0]}.png`,
});
const historyRow = (transition: string, at: string, undone = false): CaseHistoryEntry => ({
  ...contractExampleOf<CaseStateUpdate>(CaseStateUpdate),
  actor: { id: first, name: `${transition} by Franz` },
  transition,
  undone,
  changes_handover: true,
  occurred_at: at,
  received_at: at,
});
/** FINISH that closes a case and leaves its handover as it is. */
const closingRow = (at: string, undone = false): CaseHistoryEntry => ({
  ...historyRow("FINISH", at, undone),
  changes_handover: false,
});
const formerHandover = (received_by: string | null, signature: string, undone = true): FormerHandover => ({
  received_by,
  signature,
  undone,
  ended_at: "2026-03-02T11:00:00Z",
});
function handoverDocumentSourceOf(
  signed: string | null,
  signatures: readonly Asset[],
  history: readonly CaseHistoryEntry[],
): HandoverDocumentContent {
  const dispatchCase = contractExampleOf<Case>(Case);
  dispatchCase.assets = { images: [], documents: [], others: [...signatures] };
  if (dispatchCase.funeral_data)
    dispatchCase.funeral_data.handover = {
      received_by: "M. Huber",
      signature: signed,
      delivered_at: "2026-03-02T10:00:00Z",
    };
  return {
    dispatchCase,
    history,
    former_handovers: [],
    paths: new Map(signatures.map(({ id }) => [id, `t/${id}.png`])),
  };
}
const signaturePathsOf = (blocks: readonly DocumentBlock[]) =>
  blocks.flatMap((block) => (block.kind === "signature" ? [{ drawing: block.drawing, isStruck: block.isStruck }] : []));
const captionsOf = (blocks: readonly DocumentBlock[]) =>
  blocks.flatMap((block) => (block.kind === "signature" ? [block.caption] : []));
const noticeTextsOf = (blocks: readonly DocumentBlock[]) =>
  blocks.flatMap((block) => (block.kind === "notice" ? [block.text] : []));
const storedPictureOf = (id: string) => ({ file: { path: `t/${id}.png`, mime_type: "image/jpeg" } });

const TEN_OCLOCK = "2026-03-02T10:00:00Z";
const NOON = "2026-03-02T12:00:00Z";

describe("signatures of a handover", () => {
  it("a valid signature is printed under its handover, and not struck through", () => {
    const file = handoverDocumentSourceOf(
      first,
      [signatureAsset(first, TEN_OCLOCK)],
      [historyRow("DELIVER", TEN_OCLOCK)],
    );
    expect(signaturePathsOf(createHandoverBlocks(documentStyle, file))).toEqual([
      { drawing: storedPictureOf(first), isStruck: false },
    ]);
    expect(createOtherSignatureBlocks(documentStyle, file)).toEqual([]);
  });

  it.each([
    ["marked when the action was undone", signatureAsset(first, TEN_OCLOCK, true)],
    ["sent before the action that was undone", signatureAsset(first, "2026-03-02T09:59:00Z")],
  ])(
    "a superseded signature, %s, is printed apart and struck through, never under the valid handover",
    (_name, taken) => {
      const history = [
        historyRow("DELIVER", TEN_OCLOCK, true),
        historyRow("UNDO", TEN_OCLOCK),
        historyRow("DELIVER", NOON),
      ];
      const file = handoverDocumentSourceOf(second, [taken, signatureAsset(second, NOON)], history);
      expect(signaturePathsOf(createHandoverBlocks(documentStyle, file))).toEqual([
        { drawing: storedPictureOf(second), isStruck: false },
      ]);
      expect(signaturePathsOf(createOtherSignatureBlocks(documentStyle, file))).toEqual([
        { drawing: storedPictureOf(first), isStruck: true },
      ]);
    },
  );

  it("a superseded signature to which the handover still refers is not printed there", () => {
    const file = handoverDocumentSourceOf(
      first,
      [signatureAsset(first, TEN_OCLOCK, true)],
      [historyRow("DELIVER", TEN_OCLOCK, true), historyRow("UNDO", TEN_OCLOCK), historyRow("DELIVER", NOON)],
    );
    const blocks = createHandoverBlocks(documentStyle, file);
    expect(signaturePathsOf(blocks)).toEqual([]);
    expect(noticeTextsOf(blocks).join()).toContain("zurückgenommen");
    expect(signaturePathsOf(createOtherSignatureBlocks(documentStyle, file))).toEqual([
      { drawing: storedPictureOf(first), isStruck: true },
    ]);
  });

  it("a signature that was entered by hand without a valid delivery is printed with a notice that it is no proof", () => {
    const blocks = createHandoverBlocks(
      documentStyle,
      handoverDocumentSourceOf(
        "M0 0L9 9",
        [],
        [historyRow("DELIVER", TEN_OCLOCK, true), historyRow("UNDO", TEN_OCLOCK)],
      ),
    );
    expect(noticeTextsOf(blocks).join()).toContain("von Hand");
  });

  it("a handover keeps the crew as its recorder when the back office closes the case later", () => {
    const file = handoverDocumentSourceOf(
      first,
      [signatureAsset(first, TEN_OCLOCK)],
      [historyRow("DELIVER", TEN_OCLOCK), closingRow(NOON)],
    );
    const facts = createHandoverBlocks(documentStyle, file).flatMap((block) =>
      block.kind === "facts" ? block.facts : [],
    );
    expect(facts).toContainEqual(["Erfasst von", "DELIVER by Franz"]);
    expect(facts).toContainEqual(["Am Server eingegangen", "02.03.2026 11:00:00 (UTC+01:00)"]);
  });

  it("a handover that was entered by hand after a case was closed without one names no recorder, and has a notice", () => {
    const blocks = createHandoverBlocks(
      documentStyle,
      handoverDocumentSourceOf("M0 0L9 9", [], [closingRow(TEN_OCLOCK), historyRow("EDIT", NOON)]),
    );
    expect(noticeTextsOf(blocks).join()).toContain("von Hand");
    expect(JSON.stringify(blocks)).not.toContain("Franz");
  });

  it("a signature is not taken for one of an undone handover when the back office undoes its closing of the case", () => {
    const file = handoverDocumentSourceOf(
      second,
      [signatureAsset(first, TEN_OCLOCK), signatureAsset(second, TEN_OCLOCK)],
      [historyRow("DELIVER", TEN_OCLOCK), closingRow(NOON, true)],
    );
    expect(signaturePathsOf(createOtherSignatureBlocks(documentStyle, file))).toEqual([
      { drawing: storedPictureOf(first), isStruck: false },
    ]);
  });

  it.each([
    ["DECLINED", "verweigert"],
    ["UNABLE", "war nicht möglich"],
  ] as const)("a missing signature is printed with its reason, here %s", (signature_state, word) => {
    const file = handoverDocumentSourceOf(null, [], [historyRow("DELIVER", TEN_OCLOCK)]);
    Object.assign(file.dispatchCase.funeral_data?.handover ?? {}, {
      signature_state,
      refusal_reason: "Hände verletzt",
    });
    const facts = createHandoverBlocks(documentStyle, file).flatMap((block) =>
      block.kind === "facts" ? block.facts : [],
    );
    expect(facts).toContainEqual(["Unterschrift", word]);
    expect(facts).toContainEqual(["Nicht unterschrieben, weil", "Hände verletzt"]);
  });

  it("a case without a handover prints no signature, and nothing else of a handover", () => {
    const file = handoverDocumentSourceOf(null, [], []);
    if (file.dispatchCase.funeral_data) file.dispatchCase.funeral_data.handover = null;
    expect([...createHandoverBlocks(documentStyle, file), ...createOtherSignatureBlocks(documentStyle, file)]).toEqual(
      [],
    );
  });

  it("a signature that was drawn on a phone is printed as a drawing", () => {
    const blocks = createHandoverBlocks(
      documentStyle,
      handoverDocumentSourceOf("M0 0L9 9", [], [historyRow("DELIVER", TEN_OCLOCK)]),
    );
    expect(signaturePathsOf(blocks)).toEqual([{ drawing: { svgPath: "M0 0L9 9" }, isStruck: false }]);
    expect(noticeTextsOf(blocks)).toEqual([]);
  });

  describe("superseded signatures", () => {
    const history = [
      historyRow("DELIVER", TEN_OCLOCK, true),
      historyRow("UNDO", TEN_OCLOCK),
      historyRow("DELIVER", NOON),
    ];
    const taken = [signatureAsset(first, TEN_OCLOCK, true), signatureAsset(second, NOON)];

    it("a superseded signature names its recipient and the end of its handover, never the final recipient", () => {
      const file = handoverDocumentSourceOf(second, taken, history);
      const [caption, ...others] = captionsOf(
        createOtherSignatureBlocks(documentStyle, {
          ...file,
          former_handovers: [formerHandover("F. Falsch", first.toUpperCase())],
        }),
      );
      expect(caption).toContain("Übernommen von: F. Falsch (zurückgenommen am 02.03.2026 12:00:00 (UTC+01:00))");
      expect(caption).not.toContain("M. Huber");
      expect(others).toEqual([]);
    });

    it("a superseded signature says that its recipient is unknown where none was recorded", () => {
      const file = handoverDocumentSourceOf(second, taken, history);
      expect(captionsOf(createOtherSignatureBlocks(documentStyle, file))).toEqual([
        expect.stringContaining("Übernommen von: nicht festgehalten"),
      ]);
      const unnamed = { ...file, former_handovers: [formerHandover(null, first)] };
      expect(captionsOf(createOtherSignatureBlocks(documentStyle, unnamed))).toEqual([
        expect.stringContaining("Übernommen von: nicht festgehalten (zurückgenommen am"),
      ]);
    });

    it("a superseded signature does not name its recipient to readers of a redacted case", () => {
      const file = handoverDocumentSourceOf(second, taken, history);
      file.dispatchCase.is_redacted = true;
      expect(captionsOf(createOtherSignatureBlocks(documentStyle, file)).join()).not.toContain("Übernommen von");
    });

    it("superseded signatures that were drawn on a phone are each printed once, as drawings", () => {
      const file = {
        ...handoverDocumentSourceOf(second, [signatureAsset(second, NOON)], history),
        former_handovers: [formerHandover("F. Falsch", "M0 0L9 9"), formerHandover("F. Richtig", "M0 0L9 9")],
      };
      const blocks = createOtherSignatureBlocks(documentStyle, file);
      expect(signaturePathsOf(blocks)).toEqual([{ drawing: { svgPath: "M0 0L9 9" }, isStruck: true }]);
      expect(captionsOf(blocks).join()).toMatch(/F\. Falsch .*, .*F\. Richtig/);
    });
  });

  it("the signature of a corrected handover is printed with the name under which it was given", () => {
    const file = {
      ...handoverDocumentSourceOf(
        first,
        [signatureAsset(first, TEN_OCLOCK)],
        [historyRow("DELIVER", TEN_OCLOCK), historyRow("EDIT", NOON)],
      ),
      former_handovers: [formerHandover("M. Huba", first, false)],
    };
    expect(captionsOf(createHandoverBlocks(documentStyle, file))).toEqual([
      expect.stringMatching(/^Unterschrift: M\. Huba ·/),
    ]);
    expect(createOtherSignatureBlocks(documentStyle, file)).toEqual([]);
  });

  it("a signature that a correction replaced is printed apart, with the time of the correction", () => {
    const file = {
      ...handoverDocumentSourceOf(
        second,
        [signatureAsset(first, TEN_OCLOCK), signatureAsset(second, NOON)],
        [historyRow("DELIVER", TEN_OCLOCK), historyRow("EDIT", NOON)],
      ),
      former_handovers: [formerHandover("F. Falsch", first, false)],
    };
    const blocks = createOtherSignatureBlocks(documentStyle, file);
    expect(signaturePathsOf(blocks)).toEqual([{ drawing: storedPictureOf(first), isStruck: true }]);
    expect(captionsOf(blocks).join()).toContain("F. Falsch (berichtigt am");
  });
});
