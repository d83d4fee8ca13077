/** Case with its handover and the proof of it. A superseded signature is never printed under a valid handover. */
import type { Asset } from "@leitstand/contract/cases/asset";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseHistoryEntry, FormerHandover } from "#modules/case-notes/index";
import type { DocumentBlock } from "#modules/documents/index";
import { documentPhrasesOf, personNameInDocument } from "./document-phrases";
import { labelForEnumValue } from "./field-words";
import { formatDocumentMoment, titledSection, type DocumentContext } from "./writing.service";

export interface HandoverDocumentContent {
  readonly dispatchCase: Case;
  readonly history: readonly CaseHistoryEntry[];
  /** Handovers that were undone or corrected, in that order in time. */
  readonly former_handovers: readonly FormerHandover[];
  readonly paths: ReadonlyMap<string, string>;
}

export const isSignatureAsset = ({ kind }: Pick<Asset, "kind">) => kind === "SIGNATURE";
export const handoverOfCase = ({ funeral_data, rsa_data }: Case) => (funeral_data ?? rsa_data)?.handover ?? null;

/** History row of the valid handover; undone actions do not count. */
export const findHandoverHistoryRow = (history: readonly CaseHistoryEntry[]): CaseHistoryEntry | undefined =>
  history.findLast((row) => !row.undone && recordsHandover(row));
/** Whether an action handed over. A FINISH by the back office closes the case, and leaves the handover as it is. */
const recordsHandover = ({ transition, changes_handover }: CaseHistoryEntry) =>
  changes_handover && (transition === "DELIVER" || transition === "FINISH");

const signatureAssetsOf = ({ assets }: Case) => (assets?.others ?? []).filter(isSignatureAsset);

/** File that the handover names as its signature. */
export const findSignatureAsset = (dispatchCase: Case): Asset | undefined => {
  const named = handoverOfCase(dispatchCase)?.signature?.toLowerCase();
  return signatureAssetsOf(dispatchCase).find(({ id }) => id === named);
};

/** Whether a handover has this signature: a drawn path, or a file, whose id phones may write in capitals. */
const hasSignature = (signature: string) => (handover: FormerHandover) =>
  handover.signature === signature ||
  (UUID_PATTERN.test(signature) && handover.signature.toLowerCase() === signature.toLowerCase());
/** Whether a correction of the handover kept its signature, which was then given under the previous name. */
const isSignatureKeptByCorrection = (former: FormerHandover, dispatchCase: Case) =>
  !former.undone && hasSignature(handoverOfCase(dispatchCase)?.signature ?? "")(former);

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createHandoverBlocks(writing: DocumentContext, file: HandoverDocumentContent): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const handover = handoverOfCase(file.dispatchCase);
  if (!handover) return [];
  const row = findHandoverHistoryRow(file.history);
  const facts: (readonly [string, string])[] = [
    [phrases.receivedBy, handover.received_by ?? ""] as const,
    [phrases.signature, unsignedReasonText(writing, handover.signature_state)] as const,
    [phrases.refusal, handover.refusal_reason ?? ""] as const,
    [phrases.deliveredAt, formatDocumentMoment(writing, handover.delivered_at)] as const,
    [phrases.recordedBy, personNameInDocument(writing.language, row?.actor?.name ?? "")] as const,
    [phrases.recordedAt, formatDocumentMoment(writing, row?.received_at)] as const,
  ].filter(([, value]) => value !== "");
  return titledSection(phrases.handover, [
    ...(row ? [] : [{ kind: "notice", text: phrases.byHand } as const]),
    { kind: "facts", facts },
    ...signatureBlocks(writing, file, handover.signature ?? null),
  ]);
}

/** Text for a recipient who declined or could not sign; empty where the handover is signed. */
const unsignedReasonText = ({ language }: DocumentContext, state: string | null | undefined) =>
  state === "DECLINED" || state === "UNABLE" ? labelForEnumValue(language, state) : "";

function signatureBlocks(
  writing: DocumentContext,
  file: HandoverDocumentContent,
  signature: string | null,
): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const { dispatchCase, paths } = file;
  if (signature === null) return [{ kind: "text", text: phrases.noSignature }];
  const signed =
    file.former_handovers.find((former) => isSignatureKeptByCorrection(former, dispatchCase)) ??
    handoverOfCase(dispatchCase);
  const caption = `${phrases.signature}: ${signed?.received_by ?? ""}`;
  if (!UUID_PATTERN.test(signature)) return [signatureBlockOf(writing, { svgPath: signature }, caption)];
  const asset = findSignatureAsset(dispatchCase);
  const path = asset && paths.get(asset.id);
  if (!asset || asset.superseded || path === undefined) return [{ kind: "notice", text: phrases.signatureLost }];
  const { mime_type, sha256 } = asset;
  return [signatureBlockOf(writing, { file: { path, mime_type } }, `${caption} · SHA-256 ${sha256}`)];
}

/**
 * Signatures apart from the valid handover: superseded ones, struck through and with their recipients, then valid ones
 * that belong to no handover.
 */
export function createOtherSignatureBlocks(writing: DocumentContext, file: HandoverDocumentContent): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const { dispatchCase, former_handovers } = file;
  const named = handoverOfCase(dispatchCase)?.signature?.toLowerCase();
  const former = former_handovers.filter((handover) => !isSignatureKeptByCorrection(handover, dispatchCase));
  const unnamed = signatureAssetsOf(dispatchCase).filter(({ id, superseded }) => superseded || id !== named);
  const isTakenBack = (asset: Asset) =>
    asset.superseded || isSignatureOfUndoneHandover(asset, file.history) || former.some(hasSignature(asset.id));
  const paths = new Set(former.map(({ signature }) => signature).filter((signature) => !UUID_PATTERN.test(signature)));
  const struck = [
    ...unnamed.filter(isTakenBack).map((asset) => signatureBlockFromFile(writing, file, { asset, former })),
    ...[...paths].map((svgPath) => ({
      ...signatureBlockOf(writing, { svgPath }, formerRecipientsText(writing, former.filter(hasSignature(svgPath)))),
      isStruck: true,
    })),
  ];
  const note = { kind: "notice", text: phrases.supersededNote } as const;
  return [
    ...titledSection(phrases.superseded, struck.length === 0 ? [] : [note, ...struck]),
    ...titledSection(
      phrases.otherSignatures,
      unnamed.filter((asset) => !isTakenBack(asset)).map((asset) => signatureBlockFromFile(writing, file, { asset })),
    ),
  ];
}

/**
 * Whether a signature belongs to an undone handover: phones send a signature before the delivery, so one that existed
 * when an undone handover was reported was given for it.
 */
const isSignatureOfUndoneHandover = ({ created_at }: Asset, history: readonly CaseHistoryEntry[]) =>
  history.some((row) => row.undone && recordsHandover(row) && Date.parse(row.received_at) >= Date.parse(created_at));

/** Recipients of former handovers, and the moments until which they were valid. */
function formerRecipientsText(writing: DocumentContext, former: readonly FormerHandover[]): string {
  const phrases = documentPhrasesOf(writing.language);
  return former
    .map(({ received_by, undone, ended_at }) => {
      const ended = `${undone ? phrases.undoneAt : phrases.correctedAt} ${formatDocumentMoment(writing, ended_at)}`;
      return `${phrases.receivedBy}: ${received_by || phrases.notRecorded} (${ended})`;
    })
    .join(", ");
}

function signatureBlockFromFile(
  writing: DocumentContext,
  { dispatchCase, paths }: HandoverDocumentContent,
  { asset, former }: { asset: Asset; former?: readonly FormerHandover[] },
): SignatureBlock {
  const phrases = documentPhrasesOf(writing.language);
  const { id, file_name, created_at, sha256, mime_type } = asset;
  const names = formerRecipientsText(writing, (former ?? []).filter(hasSignature(id)));
  // A reader who may not see the whole case is not told that the recipient is unknown, either.
  const unknown = former && !dispatchCase.is_redacted ? `${phrases.receivedBy}: ${phrases.notRecorded}` : "";
  const caption = [
    file_name,
    names || unknown,
    `${phrases.taken} ${formatDocumentMoment(writing, created_at)}`,
    `SHA-256 ${sha256}`,
  ];
  return {
    ...signatureBlockOf(
      writing,
      { file: { path: paths.get(id) ?? "", mime_type } },
      caption.filter(Boolean).join(" · "),
    ),
    isStruck: former !== undefined,
  };
}

type SignatureBlock = Extract<DocumentBlock, { kind: "signature" }>;
const signatureBlockOf = (
  { language }: DocumentContext,
  drawing: SignatureBlock["drawing"],
  caption: string,
): SignatureBlock => ({
  kind: "signature",
  drawing,
  caption,
  isStruck: false,
  otherwise: documentPhrasesOf(language).notDrawable,
});
