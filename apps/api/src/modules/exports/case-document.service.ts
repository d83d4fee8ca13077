import type { Asset } from "@leitstand/contract/cases/asset";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseComment, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { labelForCaseReason } from "#modules/case-states/index";
import type { CaseHistoryEntry, FormerHandover } from "#modules/case-notes/index";
import type { DocumentBlock, PaperDocument } from "#modules/documents/index";
import { documentPhrasesOf, personNameInDocument } from "./document-phrases";
import {
  labelForCaseAction,
  labelForActorKind,
  addressFieldLabels,
  cargoFieldLabels,
  caseFieldLabels,
  contactFieldLabels,
  roadsideFieldLabels,
  labelForEnumValue,
} from "./field-words";
import { createHandoverBlocks, isSignatureAsset, createOtherSignatureBlocks } from "./handover-blocks.service";
import {
  createPrintableDocument,
  endOfTourPart,
  type LabeledValue,
  listLabeledValuesOf,
  titledLabeledValuesSection,
  formatDocumentMoment,
  titledSection,
  formatFieldValue,
  type DocumentContext,
} from "./writing.service";

/** Content of a case document: the case as its reader may see it, and nothing else. */
export interface CaseDocumentContent {
  readonly dispatchCase: Case;
  readonly branch: string | null;
  readonly history: readonly CaseHistoryEntry[];
  readonly former_handovers: readonly FormerHandover[];
  readonly comments: readonly Pick<CaseComment, "created_at" | "author_name" | "text">[];
  /** Whether older entries are left out. */
  readonly isCut: { readonly history: boolean; readonly comments: boolean };
  /** Paths at which the bytes of its files are stored, by their ids. */
  readonly paths: ReadonlyMap<string, string>;
}
export type CaseDocumentPart = "HISTORY" | "COMMENTS" | "PHOTOS" | "TODOS" | "TOURS";

const DOCUMENT_PHOTOS_MAX = 60;
const DOCUMENT_PHOTO_BYTES_MAX = 100 * 1_048_576;

export function createCaseDocument(
  writing: DocumentContext,
  file: CaseDocumentContent,
  parts: ReadonlySet<CaseDocumentPart>,
): PaperDocument {
  const phrases = documentPhrasesOf(writing.language);
  const { dispatchCase } = file;
  return createPrintableDocument(writing, `${phrases.case} ${dispatchCase.natural_id}`, [
    ...(dispatchCase.is_redacted ? [{ kind: "notice", text: phrases.redacted } as const] : []),
    ...overviewBlocks(writing, file),
    ...funeralBlocks(writing, dispatchCase),
    ...roadsideBlocks(writing, dispatchCase),
    ...(parts.has("TOURS") ? tourBlocks(writing, dispatchCase) : []),
    ...(parts.has("TODOS") ? todoBlocks(writing, dispatchCase) : []),
    ...createHandoverBlocks(writing, file),
    ...createOtherSignatureBlocks(writing, file),
    ...(parts.has("HISTORY") ? historyBlocks(writing, file) : []),
    ...(parts.has("COMMENTS") ? commentBlocks(writing, file) : []),
    ...fileBlocks(writing, file, parts.has("PHOTOS")),
  ]);
}

function overviewBlocks(writing: DocumentContext, { dispatchCase, branch }: CaseDocumentContent): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const facts: LabeledValue[] = [
    ...listLabeledValuesOf(
      writing,
      { natural_id: dispatchCase.natural_id, display_name: dispatchCase.display_name },
      caseFieldLabels,
    ),
    [phrases.kind, labelForEnumValue(writing.language, dispatchCase.data_type)],
    [phrases.state, labelForEnumValue(writing.language, dispatchCase.state.current)],
    ...(branch === null ? [] : [[phrases.branch, branch] as const]),
    ...(dispatchCase.created_by
      ? [[phrases.createdBy, personNameInDocument(writing.language, dispatchCase.created_by.name)] as const]
      : []),
    ...listLabeledValuesOf(writing, { ...dispatchCase, natural_id: null, display_name: null }, caseFieldLabels),
  ];
  return [
    { kind: "facts", facts },
    ...titledLabeledValuesSection(
      phrases.contact,
      listLabeledValuesOf(writing, dispatchCase.contact, contactFieldLabels),
    ),
  ];
}

function funeralBlocks(writing: DocumentContext, { funeral_data: data }: Case): DocumentBlock[] {
  if (!data) return [];
  const phrases = documentPhrasesOf(writing.language);
  return [
    ...titledLabeledValuesSection(phrases.transport, [[phrases.transportType, data.transport_type]]),
    ...titledLabeledValuesSection(
      phrases.deceased,
      listLabeledValuesOf(writing, data.cargo_deceased, cargoFieldLabels),
    ),
    ...titledLabeledValuesSection(phrases.item, listLabeledValuesOf(writing, data.cargo_item, cargoFieldLabels)),
    ...placeBlocks(writing, data),
    ...titledLabeledValuesSection(
      phrases.police,
      listLabeledValuesOf(writing, data.police_address, addressFieldLabels),
    ),
  ];
}

function roadsideBlocks(writing: DocumentContext, { rsa_data: data }: Case): DocumentBlock[] {
  if (!data) return [];
  const { source_address, target_address, handover: _handover, additional_persons, status: _status, ...others } = data;
  const parts = (others.vehicle_repair?.parts ?? []).map(({ number, description, quantity }): LabeledValue => {
    const count = typeof quantity === "number" ? `${formatFieldValue(writing, quantity)} × ` : "";
    return [documentPhrasesOf(writing.language).part, `${count}${description}${number ? ` (${number})` : ""}`];
  });
  const people = (additional_persons ?? []).map((person): LabeledValue => {
    const name = [person.first_name, person.last_name].filter(Boolean).join(" ");
    return [person.relation ?? "", [name, person.phone_number, person.notes].filter(Boolean).join(", ")];
  });
  const facts = [...listLabeledValuesOf(writing, others, roadsideFieldLabels), ...parts, ...people];
  return [
    ...titledLabeledValuesSection(documentPhrasesOf(writing.language).roadside, facts),
    ...placeBlocks(writing, { source_address, target_address }),
  ];
}

function placeBlocks(
  writing: DocumentContext,
  { source_address, target_address }: Pick<NonNullable<Case["funeral_data"]>, "source_address" | "target_address">,
) {
  const phrases = documentPhrasesOf(writing.language);
  return [
    ...titledLabeledValuesSection(phrases.source, listLabeledValuesOf(writing, source_address, addressFieldLabels)),
    ...titledLabeledValuesSection(phrases.target, listLabeledValuesOf(writing, target_address, addressFieldLabels)),
  ];
}

function tourBlocks(writing: DocumentContext, { tour_case_states: links = [] }: Case): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  if (links.length === 0) return [];
  const columns = [phrases.tour, phrases.state, phrases.assigned, phrases.arrived, phrases.loaded, phrases.ended];
  const rows = links.map((link) => ({
    cells: [
      link.tour_natural_id,
      `${labelForEnumValue(writing.language, link.state)} (${labelForEnumValue(writing.language, link.bucket)})`,
      ...[link.assigned_at, link.arrived_at, link.loaded_at, endOfTourPart(link)].map((at) =>
        formatDocumentMoment(writing, at),
      ),
    ],
  }));
  return titledSection(phrases.tours, [{ kind: "table", columns: equalColumns(columns, [0.17, 0.15]), rows }]);
}

function todoBlocks(writing: DocumentContext, { todos }: Case): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const all = [...(todos?.pickup ?? []), ...(todos?.delivery ?? [])];
  if (all.length === 0) return [];
  const rows = all.map(({ title, phase, completed, completed_at, completed_by }) => ({
    cells: [
      title,
      labelForEnumValue(writing.language, phase),
      completed ? formatDocumentMoment(writing, completed_at) || phrases.yes : phrases.no,
      personNameInDocument(writing.language, completed_by?.name ?? ""),
    ],
  }));
  const columns = [phrases.todo, phrases.kind, phrases.done, phrases.who];
  return titledSection(phrases.todos, [{ kind: "table", columns: equalColumns(columns, [0.4, 0.14]), rows }]);
}

function historyBlocks(writing: DocumentContext, { history, isCut }: CaseDocumentContent): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const { language } = writing;
  const columns = [
    phrases.occurred,
    phrases.received,
    phrases.who,
    phrases.what,
    phrases.result,
    phrases.tour,
    phrases.note,
  ];
  const rows = history.map((row) => ({
    isStruck: row.undone,
    cells: [
      formatDocumentMoment(writing, row.occurred_at),
      formatDocumentMoment(writing, row.received_at),
      row.actor ? personNameInDocument(language, row.actor.name) : labelForActorKind(language, row.actor_kind),
      labelForCaseAction(language, row.transition),
      labelForEnumValue(language, row.new_case_state),
      row.tour_natural_id ?? "",
      historyNoteOf(writing, row),
    ],
  }));
  return titledSection(phrases.history, [
    { kind: "text", text: phrases.historyNote, isSmall: true },
    ...truncationNotice(writing, isCut.history),
    { kind: "table", columns: equalColumns(columns, [0.14, 0.14, 0.15, 0.13, 0.12, 0.17]), rows },
  ]);
}

/** Reason of a history row, and how the deceased was identified. */
function historyNoteOf({ language }: DocumentContext, { reason, identity }: CaseStateUpdate): string {
  const phrases = documentPhrasesOf(language);
  const identified =
    identity && (identity.method === "CODE" ? `${phrases.byCode} ${identity.code ?? ""}`.trim() : phrases.readBack);
  return [reason && labelForCaseReason(language, reason), identified].filter(Boolean).join(" · ");
}

const truncationNotice = (writing: DocumentContext, isCut: boolean): DocumentBlock[] =>
  isCut ? [{ kind: "notice", text: documentPhrasesOf(writing.language).newest }] : [];

function commentBlocks(writing: DocumentContext, { comments, isCut }: CaseDocumentContent): DocumentBlock[] {
  const facts = comments.map(
    ({ created_at, author_name, text }): LabeledValue => [
      `${formatDocumentMoment(writing, created_at)} ${personNameInDocument(writing.language, author_name)}`,
      text,
    ],
  );
  if (facts.length === 0) return [];
  return titledSection(documentPhrasesOf(writing.language).comments, [
    ...truncationNotice(writing, isCut.comments),
    { kind: "facts", facts },
  ]);
}

function fileBlocks(writing: DocumentContext, file: CaseDocumentContent, showsPhotos: boolean): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const { images = [], documents = [], others = [] } = file.dispatchCase.assets ?? {};
  const shown = showsPhotos ? photosWithinLimits(images.filter(({ id }) => file.paths.has(id))) : [];
  const photos = shown.map(
    (asset): DocumentBlock => ({
      kind: "picture",
      file: { path: file.paths.get(asset.id) as string, mime_type: asset.mime_type },
      caption: photoCaptionOf(writing, asset),
      otherwise: phrases.notDrawable,
    }),
  );
  const listed = [
    ...images.filter((asset) => !shown.includes(asset)),
    ...documents,
    ...others.filter((asset) => !isSignatureAsset(asset)),
  ];
  const isCut = showsPhotos && shown.length < images.length;
  const rows = listed.map((asset) => ({
    isStruck: asset.superseded,
    cells: [
      asset.file_name,
      formatFieldValue(writing, Math.ceil(asset.size_bytes / 1024)),
      formatDocumentMoment(writing, asset.created_at),
      asset.sha256,
    ],
  }));
  const columns = [phrases.file, `${phrases.size} (KiB)`, phrases.taken, "SHA-256"];
  const table: DocumentBlock[] =
    rows.length === 0 ? [] : [{ kind: "table", columns: equalColumns(columns, [0.25, 0.12, 0.25]), rows }];
  return [
    ...titledSection(phrases.photos, [
      ...photos,
      ...(isCut && photos.length > 0 ? [{ kind: "text", text: phrases.tooMany } as const] : []),
    ]),
    ...titledSection(phrases.documents, table),
  ];
}

/** As many of the photos as a document may hold, the oldest first. */
function photosWithinLimits(images: readonly Asset[]): readonly Asset[] {
  let bytes = 0;
  return images
    .slice(0, DOCUMENT_PHOTOS_MAX)
    .filter(({ size_bytes }) => (bytes += size_bytes) <= DOCUMENT_PHOTO_BYTES_MAX);
}

function photoCaptionOf(writing: DocumentContext, { file_name, created_at, sha256, superseded }: Asset) {
  const phrases = documentPhrasesOf(writing.language);
  const sent = `${phrases.taken} ${formatDocumentMoment(writing, created_at)}`;
  return [file_name, ...(superseded ? [phrases.takenBack] : []), sent, `SHA-256 ${sha256}`].join(" · ");
}

/** Columns of which the first have the given shares, and the others equal ones. */
function equalColumns(titles: readonly string[], shares: readonly number[]) {
  const rest = (1 - shares.reduce((sum, share) => sum + share, 0)) / (titles.length - shares.length);
  return titles.map((title, place) => ({ title, share: shares[place] ?? rest }));
}
