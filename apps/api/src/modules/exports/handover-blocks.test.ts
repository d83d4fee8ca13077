import { Asset } from "@leitstand/contract/cases/asset";
import { Case } from "@leitstand/contract/cases/case";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { describe, expect, it } from "vitest";
import type { FormerHandover } from "#modules/case-notes/index";
import type { Block } from "#modules/documents/index";
import { handoverBlocks, type HandoverFile, supersededBlocks } from "./handover-blocks.service";
import { LocalTimes } from "./local-times";
import type { Writing } from "./writing.service";

const writing: Writing = {
  language: "de",
  times: new LocalTimes("Europe/Vienna"),
  company: "Bestattung",
  maker: "Eva",
  now: new Date("2026-03-02T12:00:00Z"),
};
const exampleOf = <T>(schema: object): T => structuredClone((schema as { examples: T[] }).examples[0] as T);

const [first, second] = ["a55e7000-1b3d-4e5f-8a6b-7c8d9e0f1a02", "b55e7000-1b3d-4e5f-8a6b-7c8d9e0f1a02"] as const;
const signature = (id: string, created_at: string, superseded = false): Asset => ({
  ...exampleOf<Asset>(Asset),
  id,
  created_at,
  superseded,
  kind: "SIGNATURE",
  file_name: `${id[0]}.png`,
});
const row = (transition: string, at: string, undone = false): CaseStateUpdate => ({
  ...exampleOf<CaseStateUpdate>(CaseStateUpdate),
  transition,
  undone,
  occurred_at: at,
  received_at: at,
});
const former = (received_by: string | null, signature: string, undone = true): FormerHandover => ({
  received_by,
  signature,
  undone,
  ended_at: "2026-03-02T11:00:00Z",
});
function fileOf(
  signed: string | null,
  signatures: readonly Asset[],
  history: readonly CaseStateUpdate[],
): HandoverFile {
  const dispatchCase = exampleOf<Case>(Case);
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
const drawn = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === "signature" ? [{ drawing: block.drawing, isStruck: block.isStruck }] : []));
const captions = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === "signature" ? [block.caption] : []));
const notices = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.kind === "notice" ? [block.text] : []));
const pictureOf = (id: string) => ({ file: { path: `t/${id}.png`, mime_type: "image/jpeg" } });

const ten = "2026-03-02T10:00:00Z";
const noon = "2026-03-02T12:00:00Z";

describe("signatures of a handover", () => {
  it("a valid signature is printed under its handover, not struck through", () => {
    const file = fileOf(first, [signature(first, ten)], [row("DELIVER", ten)]);
    expect(drawn(handoverBlocks(writing, file))).toEqual([{ drawing: pictureOf(first), isStruck: false }]);
    expect(supersededBlocks(writing, file)).toEqual([]);
  });

  it.each([
    ["marked when the action was undone", signature(first, ten, true)],
    ["sent before the action that was undone", signature(first, "2026-03-02T09:59:00Z")],
  ])(
    "a superseded signature, %s, is printed apart and struck through, never under the valid handover",
    (_name, taken) => {
      const history = [row("DELIVER", ten, true), row("UNDO", ten), row("DELIVER", noon)];
      const file = fileOf(second, [taken, signature(second, noon)], history);
      expect(drawn(handoverBlocks(writing, file))).toEqual([{ drawing: pictureOf(second), isStruck: false }]);
      expect(drawn(supersededBlocks(writing, file))).toEqual([{ drawing: pictureOf(first), isStruck: true }]);
    },
  );

  it("a superseded signature that a handover still names is not printed there", () => {
    const file = fileOf(
      first,
      [signature(first, ten, true)],
      [row("DELIVER", ten, true), row("UNDO", ten), row("DELIVER", noon)],
    );
    const blocks = handoverBlocks(writing, file);
    expect(drawn(blocks)).toEqual([]);
    expect(notices(blocks).join()).toContain("zurückgenommen");
    expect(drawn(supersededBlocks(writing, file))).toEqual([{ drawing: pictureOf(first), isStruck: true }]);
  });

  it("a signature entered by hand, without a valid delivery, is printed with a notice that it is no proof", () => {
    const blocks = handoverBlocks(writing, fileOf("M0 0L9 9", [], [row("DELIVER", ten, true), row("UNDO", ten)]));
    expect(notices(blocks).join()).toContain("von Hand");
  });

  it.each([
    ["DECLINED", "verweigert"],
    ["UNABLE", "war nicht möglich"],
  ] as const)("a missing signature is printed with its reason, here %s", (signature_state, word) => {
    const file = fileOf(null, [], [row("DELIVER", ten)]);
    Object.assign(file.dispatchCase.funeral_data?.handover ?? {}, {
      signature_state,
      refusal_reason: "Hände verletzt",
    });
    const facts = handoverBlocks(writing, file).flatMap((block) => (block.kind === "facts" ? block.facts : []));
    expect(facts).toContainEqual(["Unterschrift", word]);
    expect(facts).toContainEqual(["Nicht unterschrieben, weil", "Hände verletzt"]);
  });

  it("a case without a handover prints no signature, and nothing else of a handover", () => {
    const file = fileOf(null, [], []);
    if (file.dispatchCase.funeral_data) file.dispatchCase.funeral_data.handover = null;
    expect([...handoverBlocks(writing, file), ...supersededBlocks(writing, file)]).toEqual([]);
  });

  it("a signature drawn on a phone is drawn in the document", () => {
    const blocks = handoverBlocks(writing, fileOf("M0 0L9 9", [], [row("DELIVER", ten)]));
    expect(drawn(blocks)).toEqual([{ drawing: { svgPath: "M0 0L9 9" }, isStruck: false }]);
    expect(notices(blocks)).toEqual([]);
  });

  describe("superseded signatures", () => {
    const history = [row("DELIVER", ten, true), row("UNDO", ten), row("DELIVER", noon)];
    const taken = [signature(first, ten, true), signature(second, noon)];

    it("a superseded signature names its recipient and the end of its handover, never the final recipient", () => {
      const file = fileOf(second, taken, history);
      const [caption, ...others] = captions(
        supersededBlocks(writing, { ...file, former_handovers: [former("F. Falsch", first.toUpperCase())] }),
      );
      expect(caption).toContain("Übernommen von: F. Falsch (zurückgenommen am 02.03.2026 12:00:00 (UTC+01:00))");
      expect(caption).not.toContain("M. Huber");
      expect(others).toEqual([]);
    });

    it("a superseded signature says so where its recipient was not recorded", () => {
      const file = fileOf(second, taken, history);
      expect(captions(supersededBlocks(writing, file))).toEqual([
        expect.stringContaining("Übernommen von: nicht festgehalten"),
      ]);
      const unnamed = { ...file, former_handovers: [former(null, first)] };
      expect(captions(supersededBlocks(writing, unnamed))).toEqual([
        expect.stringContaining("Übernommen von: nicht festgehalten (zurückgenommen am"),
      ]);
    });

    it("a superseded signature does not mention its recipient to readers of a redacted case", () => {
      const file = fileOf(second, taken, history);
      file.dispatchCase.is_redacted = true;
      expect(captions(supersededBlocks(writing, file)).join()).not.toContain("Übernommen von");
    });

    it("superseded signatures drawn on a phone are drawn in the document, each once", () => {
      const file = {
        ...fileOf(second, [signature(second, noon)], history),
        former_handovers: [former("F. Falsch", "M0 0L9 9"), former("F. Richtig", "M0 0L9 9")],
      };
      const blocks = supersededBlocks(writing, file);
      expect(drawn(blocks)).toEqual([{ drawing: { svgPath: "M0 0L9 9" }, isStruck: true }]);
      expect(captions(blocks).join()).toMatch(/F\. Falsch .*, .*F\. Richtig/);
    });
  });

  it("the signature of a corrected handover is printed under it with the name under which it was given", () => {
    const file = {
      ...fileOf(first, [signature(first, ten)], [row("DELIVER", ten), row("EDIT", noon)]),
      former_handovers: [former("M. Huba", first, false)],
    };
    expect(captions(handoverBlocks(writing, file))).toEqual([expect.stringMatching(/^Unterschrift: M\. Huba ·/)]);
    expect(supersededBlocks(writing, file)).toEqual([]);
  });

  it("a signature that a correction replaced is printed apart, with the moment of the correction", () => {
    const file = {
      ...fileOf(second, [signature(first, ten), signature(second, noon)], [row("DELIVER", ten), row("EDIT", noon)]),
      former_handovers: [former("F. Falsch", first, false)],
    };
    const blocks = supersededBlocks(writing, file);
    expect(drawn(blocks)).toEqual([{ drawing: pictureOf(first), isStruck: true }]);
    expect(captions(blocks).join()).toContain("F. Falsch (berichtigt am");
  });
});
