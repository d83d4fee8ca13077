import type { Asset } from "@leitstand/contract/cases/asset";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { Block } from "#modules/documents/index";
import { phrasesOf } from "./document-words";
import { valueWord } from "./field-words";
import { momentText, section, type Writing } from "./writing.service";

/** Who took over what was carried, and what proves it. A signature that was taken back never stands under a handover that holds. */

interface HandoverFile {
  readonly dispatchCase: Case;
  readonly history: readonly CaseStateUpdate[];
  readonly paths: ReadonlyMap<string, string>;
}

export const isSignature = ({ kind }: Pick<Asset, "kind">) => kind === "SIGNATURE";
export const handoverOf = ({ funeral_data, rsa_data }: Case) => (funeral_data ?? rsa_data)?.handover ?? null;

/** The row of the history by which the handover holds; actions that were undone do not count. */
export const handoverRow = (history: readonly CaseStateUpdate[]): CaseStateUpdate | undefined =>
  history.findLast(({ transition, undone }) => !undone && isHandover(transition));
const isHandover = (transition: string) => transition === "DELIVER" || transition === "FINISH";

const signaturesOf = ({ assets }: Case) => (assets?.others ?? []).filter(isSignature);

/** The file that the handover names as its signature. */
export const signatureFile = (dispatchCase: Case): Asset | undefined => {
  const named = handoverOf(dispatchCase)?.signature?.toLowerCase();
  return signaturesOf(dispatchCase).find(({ id }) => id === named);
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function handoverBlocks(writing: Writing, file: HandoverFile): Block[] {
  const phrases = phrasesOf(writing.language);
  const handover = handoverOf(file.dispatchCase);
  if (!handover) return [];
  const row = handoverRow(file.history);
  const facts: (readonly [string, string])[] = [
    [phrases.receivedBy, handover.received_by ?? ""] as const,
    [phrases.signature, unsignedText(writing, handover.signature_state)] as const,
    [phrases.refusal, handover.refusal_reason ?? ""] as const,
    [phrases.deliveredAt, momentText(writing, handover.delivered_at)] as const,
    [phrases.recordedBy, row?.actor?.name ?? ""] as const,
    [phrases.recordedAt, momentText(writing, row?.received_at)] as const,
  ].filter(([, value]) => value !== "");
  return section(phrases.handover, [
    ...(row ? [] : [{ kind: "notice", text: phrases.byHand } as const]),
    { kind: "facts", facts },
    ...signatureBlocks(writing, file, handover.signature ?? null),
  ]);
}

/** Whether the recipient did not want to sign or could not; one who has is named by the signature. */
const unsignedText = ({ language }: Writing, state: string | null | undefined) =>
  state === "DECLINED" || state === "UNABLE" ? valueWord(language, state) : "";

function signatureBlocks(writing: Writing, { dispatchCase, paths }: HandoverFile, signature: string | null): Block[] {
  const phrases = phrasesOf(writing.language);
  if (signature === null) return [{ kind: "text", text: phrases.noSignature }];
  const caption = `${phrases.signature}: ${handoverOf(dispatchCase)?.received_by ?? ""}`;
  const shared = { kind: "signature", caption, isStruck: false, otherwise: phrases.notDrawable } as const;
  if (!UUID.test(signature)) return [{ ...shared, drawing: { svgPath: signature } }];
  const asset = signatureFile(dispatchCase);
  const path = asset && paths.get(asset.id);
  if (!asset || asset.superseded || path === undefined) return [{ kind: "notice", text: phrases.signatureLost }];
  const file = { path, mime_type: asset.mime_type };
  return [{ ...shared, caption: `${caption} · SHA-256 ${asset.sha256}`, drawing: { file } }];
}

/** Apart from the handover, struck through; then those that hold but are no handover's. */
export function supersededBlocks(writing: Writing, file: HandoverFile): Block[] {
  const phrases = phrasesOf(writing.language);
  const named = handoverOf(file.dispatchCase)?.signature?.toLowerCase();
  const all = signaturesOf(file.dispatchCase);
  const isTakenBack = (asset: Asset) =>
    asset.superseded || (asset.id !== named && isOfUndoneHandover(asset, file.history));
  const superseded = all.filter(isTakenBack);
  const others = all.filter((asset) => !isTakenBack(asset) && asset.id !== named);
  const note = { kind: "notice", text: phrases.supersededNote } as const;
  return [
    ...section(
      phrases.superseded,
      superseded.length === 0
        ? []
        : [note, ...superseded.map((asset) => drawn(writing, file, { asset, isStruck: true }))],
    ),
    ...section(
      phrases.otherSignatures,
      others.map((asset) => drawn(writing, file, { asset, isStruck: false })),
    ),
  ];
}

/** Phones send a signature before they say that it was delivered: what lay ready when an undone handover was told, was given for it. */
const isOfUndoneHandover = ({ created_at }: Asset, history: readonly CaseStateUpdate[]) =>
  history.some(
    ({ transition, undone, received_at }) =>
      undone && isHandover(transition) && Date.parse(received_at) >= Date.parse(created_at),
  );

function drawn(
  writing: Writing,
  { paths }: HandoverFile,
  { asset, isStruck }: { asset: Asset; isStruck: boolean },
): Block {
  const phrases = phrasesOf(writing.language);
  return {
    kind: "signature",
    drawing: { file: { path: paths.get(asset.id) ?? "", mime_type: asset.mime_type } },
    caption: `${asset.file_name} · ${phrases.taken} ${momentText(writing, asset.created_at)} · SHA-256 ${asset.sha256}`,
    isStruck,
    otherwise: phrases.notDrawable,
  };
}
