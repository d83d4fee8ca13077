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
  it("that holds stand under it, unstruck", () => {
    const file = fileOf(first, [signature(first, ten)], [row("DELIVER", ten)]);
    expect(drawn(handoverBlocks(writing, file))).toEqual([{ drawing: pictureOf(first), isStruck: false }]);
    expect(supersededBlocks(writing, file)).toEqual([]);
  });

  it.each([
    ["marked when the action was undone", signature(first, ten, true)],
    ["sent before the action that was undone", signature(first, "2026-03-02T09:59:00Z")],
  ])("that was taken back, %s, stand apart and struck through, never under the handover that holds", (_name, taken) => {
    const history = [row("DELIVER", ten, true), row("UNDO", ten), row("DELIVER", noon)];
    const file = fileOf(second, [taken, signature(second, noon)], history);
    expect(drawn(handoverBlocks(writing, file))).toEqual([{ drawing: pictureOf(second), isStruck: false }]);
    expect(drawn(supersededBlocks(writing, file))).toEqual([{ drawing: pictureOf(first), isStruck: true }]);
  });

  it("named by a handover although it was taken back is not shown there", () => {
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

  it("entered by hand, without a delivery that holds, is no proof, and says so", () => {
    const blocks = handoverBlocks(writing, fileOf("M0 0L9 9", [], [row("DELIVER", ten, true), row("UNDO", ten)]));
    expect(notices(blocks).join()).toContain("von Hand");
  });

  it.each([
    ["DECLINED", "verweigert"],
    ["UNABLE", "war nicht möglich"],
  ] as const)("that was not given says why, here %s", (signature_state, word) => {
    const file = fileOf(null, [], [row("DELIVER", ten)]);
    Object.assign(file.dispatchCase.funeral_data?.handover ?? {}, {
      signature_state,
      refusal_reason: "Hände verletzt",
    });
    const facts = handoverBlocks(writing, file).flatMap((block) => (block.kind === "facts" ? block.facts : []));
    expect(facts).toContainEqual(["Unterschrift", word]);
    expect(facts).toContainEqual(["Nicht unterschrieben, weil", "Hände verletzt"]);
  });

  it("do not come up in a case that has no handover, and nothing else does of one", () => {
    const file = fileOf(null, [], []);
    if (file.dispatchCase.funeral_data) file.dispatchCase.funeral_data.handover = null;
    expect([...handoverBlocks(writing, file), ...supersededBlocks(writing, file)]).toEqual([]);
  });

  it("drawn on a phone is drawn", () => {
    const blocks = handoverBlocks(writing, fileOf("M0 0L9 9", [], [row("DELIVER", ten)]));
    expect(drawn(blocks)).toEqual([{ drawing: { svgPath: "M0 0L9 9" }, isStruck: false }]);
    expect(notices(blocks)).toEqual([]);
  });

  describe("that were taken back", () => {
    const history = [row("DELIVER", ten, true), row("UNDO", ten), row("DELIVER", noon)];
    const taken = [signature(first, ten, true), signature(second, noon)];

    it("say who had received by them and when that ended, never who received in the end", () => {
      const file = fileOf(second, taken, history);
      const [caption, ...others] = captions(
        supersededBlocks(writing, { ...file, former_handovers: [former("F. Falsch", first.toUpperCase())] }),
      );
      expect(caption).toContain("Übernommen von: F. Falsch (zurückgenommen am 02.03.2026 12:00:00 (UTC+01:00))");
      expect(caption).not.toContain("M. Huber");
      expect(others).toEqual([]);
    });

    it("say that it is not recorded whose they were, where nothing is known", () => {
      const file = fileOf(second, taken, history);
      expect(captions(supersededBlocks(writing, file))).toEqual([
        expect.stringContaining("Übernommen von: nicht festgehalten"),
      ]);
      const unnamed = { ...file, former_handovers: [former(null, first)] };
      expect(captions(supersededBlocks(writing, unnamed))).toEqual([
        expect.stringContaining("Übernommen von: nicht festgehalten (zurückgenommen am"),
      ]);
    });

    it("say nothing of whose they were to whom the case is told in part", () => {
      const file = fileOf(second, taken, history);
      file.dispatchCase.is_redacted = true;
      expect(captions(supersededBlocks(writing, file)).join()).not.toContain("Übernommen von");
    });

    it("are drawn where a phone had drawn them, each once", () => {
      const file = {
        ...fileOf(second, [signature(second, noon)], history),
        former_handovers: [former("F. Falsch", "M0 0L9 9"), former("F. Richtig", "M0 0L9 9")],
      };
      const blocks = supersededBlocks(writing, file);
      expect(drawn(blocks)).toEqual([{ drawing: { svgPath: "M0 0L9 9" }, isStruck: true }]);
      expect(captions(blocks).join()).toMatch(/F\. Falsch .*, .*F\. Richtig/);
    });
  });

  it("of a handover that was corrected stand under it with the name that they were given under", () => {
    const file = {
      ...fileOf(first, [signature(first, ten)], [row("DELIVER", ten), row("EDIT", noon)]),
      former_handovers: [former("M. Huba", first, false)],
    };
    expect(captions(handoverBlocks(writing, file))).toEqual([expect.stringMatching(/^Unterschrift: M\. Huba ·/)]);
    expect(supersededBlocks(writing, file)).toEqual([]);
  });

  it("that a correction replaced stand apart, with when it was", () => {
    const file = {
      ...fileOf(second, [signature(first, ten), signature(second, noon)], [row("DELIVER", ten), row("EDIT", noon)]),
      former_handovers: [former("F. Falsch", first, false)],
    };
    const blocks = supersededBlocks(writing, file);
    expect(drawn(blocks)).toEqual([{ drawing: pictureOf(first), isStruck: true }]);
    expect(captions(blocks).join()).toContain("F. Falsch (berichtigt am");
  });
});
