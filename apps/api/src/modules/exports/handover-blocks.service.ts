import type { Asset } from "@leitstand/contract/cases/asset";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { FormerHandover } from "#modules/case-notes/index";
import type { Block } from "#modules/documents/index";
import { phrasesOf } from "./document-words";
import { valueWord } from "./field-words";
import { momentText, section, type Writing } from "./writing.service";

/** Case with its handover and the proof of it. A superseded signature is never printed under a valid handover. */

export interface HandoverFile {
  readonly dispatchCase: Case;
  readonly history: readonly CaseStateUpdate[];
  /** Handovers that were undone or corrected, in that order in time. */
  readonly former_handovers: readonly FormerHandover[];
  readonly paths: ReadonlyMap<string, string>;
}

export const isSignature = ({ kind }: Pick<Asset, "kind">) => kind === "SIGNATURE";
export const handoverOf = ({ funeral_data, rsa_data }: Case) => (funeral_data ?? rsa_data)?.handover ?? null;

/** History row of the valid handover; undone actions do not count. */
export const handoverRow = (history: readonly CaseStateUpdate[]): CaseStateUpdate | undefined =>
  history.findLast(({ transition, undone }) => !undone && isHandover(transition));
const isHandover = (transition: string) => transition === "DELIVER" || transition === "FINISH";

const signaturesOf = ({ assets }: Case) => (assets?.others ?? []).filter(isSignature);

/** File that the handover names as its signature. */
export const signatureFile = (dispatchCase: Case): Asset | undefined => {
  const named = handoverOf(dispatchCase)?.signature?.toLowerCase();
  return signaturesOf(dispatchCase).find(({ id }) => id === named);
};

/** Whether a handover has this signature: a drawn path, or a file, whose id phones may write in capitals. */
const isSignedWith = (signature: string) => (handover: FormerHandover) =>
  handover.signature === signature ||
  (UUID.test(signature) && handover.signature.toLowerCase() === signature.toLowerCase());
/** Whether a correction of the handover kept its signature, which was then given under the former name. */
const isSignedStill = (former: FormerHandover, dispatchCase: Case) =>
  !former.undone && isSignedWith(handoverOf(dispatchCase)?.signature ?? "")(former);

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

/** Text for a recipient who declined or could not sign; empty where the handover is signed. */
const unsignedText = ({ language }: Writing, state: string | null | undefined) =>
  state === "DECLINED" || state === "UNABLE" ? valueWord(language, state) : "";

function signatureBlocks(writing: Writing, file: HandoverFile, signature: string | null): Block[] {
  const phrases = phrasesOf(writing.language);
  const { dispatchCase, paths } = file;
  if (signature === null) return [{ kind: "text", text: phrases.noSignature }];
  const signed =
    file.former_handovers.find((former) => isSignedStill(former, dispatchCase)) ?? handoverOf(dispatchCase);
  const caption = `${phrases.signature}: ${signed?.received_by ?? ""}`;
  if (!UUID.test(signature)) return [drawn(writing, { svgPath: signature }, caption)];
  const asset = signatureFile(dispatchCase);
  const path = asset && paths.get(asset.id);
  if (!asset || asset.superseded || path === undefined) return [{ kind: "notice", text: phrases.signatureLost }];
  const { mime_type, sha256 } = asset;
  return [drawn(writing, { file: { path, mime_type } }, `${caption} · SHA-256 ${sha256}`)];
}

/**
 * Signatures apart from the valid handover: superseded ones, struck through and with their recipients, then valid ones
 * that belong to no handover.
 */
export function supersededBlocks(writing: Writing, file: HandoverFile): Block[] {
  const phrases = phrasesOf(writing.language);
  const { dispatchCase, former_handovers } = file;
  const named = handoverOf(dispatchCase)?.signature?.toLowerCase();
  const former = former_handovers.filter((handover) => !isSignedStill(handover, dispatchCase));
  const unnamed = signaturesOf(dispatchCase).filter(({ id, superseded }) => superseded || id !== named);
  const isTakenBack = (asset: Asset) =>
    asset.superseded || isOfUndoneHandover(asset, file.history) || former.some(isSignedWith(asset.id));
  const paths = new Set(former.map(({ signature }) => signature).filter((signature) => !UUID.test(signature)));
  const struck = [
    ...unnamed.filter(isTakenBack).map((asset) => fileDrawn(writing, file, { asset, former })),
    ...[...paths].map((svgPath) => ({
      ...drawn(writing, { svgPath }, namesOf(writing, former.filter(isSignedWith(svgPath)))),
      isStruck: true,
    })),
  ];
  const note = { kind: "notice", text: phrases.supersededNote } as const;
  return [
    ...section(phrases.superseded, struck.length === 0 ? [] : [note, ...struck]),
    ...section(
      phrases.otherSignatures,
      unnamed.filter((asset) => !isTakenBack(asset)).map((asset) => fileDrawn(writing, file, { asset })),
    ),
  ];
}

/**
 * Whether a signature belongs to an undone handover: phones send a signature before the delivery, so one that existed
 * when an undone handover was reported was given for it.
 */
const isOfUndoneHandover = ({ created_at }: Asset, history: readonly CaseStateUpdate[]) =>
  history.some(
    ({ transition, undone, received_at }) =>
      undone && isHandover(transition) && Date.parse(received_at) >= Date.parse(created_at),
  );

/** Recipients of former handovers, and the moments until which they were valid. */
function namesOf(writing: Writing, former: readonly FormerHandover[]): string {
  const phrases = phrasesOf(writing.language);
  return former
    .map(({ received_by, undone, ended_at }) => {
      const ended = `${undone ? phrases.undoneAt : phrases.correctedAt} ${momentText(writing, ended_at)}`;
      return `${phrases.receivedBy}: ${received_by || phrases.notRecorded} (${ended})`;
    })
    .join(", ");
}

function fileDrawn(
  writing: Writing,
  { dispatchCase, paths }: HandoverFile,
  { asset, former }: { asset: Asset; former?: readonly FormerHandover[] },
): SignatureBlock {
  const phrases = phrasesOf(writing.language);
  const { id, file_name, created_at, sha256, mime_type } = asset;
  const names = namesOf(writing, (former ?? []).filter(isSignedWith(id)));
  // A reader who may not see the whole case is not told that the recipient is unknown, either.
  const unknown = former && !dispatchCase.is_redacted ? `${phrases.receivedBy}: ${phrases.notRecorded}` : "";
  const caption = [
    file_name,
    names || unknown,
    `${phrases.taken} ${momentText(writing, created_at)}`,
    `SHA-256 ${sha256}`,
  ];
  return {
    ...drawn(writing, { file: { path: paths.get(id) ?? "", mime_type } }, caption.filter(Boolean).join(" · ")),
    isStruck: former !== undefined,
  };
}

type SignatureBlock = Extract<Block, { kind: "signature" }>;
const drawn = ({ language }: Writing, drawing: SignatureBlock["drawing"], caption: string): SignatureBlock => ({
  kind: "signature",
  drawing,
  caption,
  isStruck: false,
  otherwise: phrasesOf(language).notDrawable,
});
