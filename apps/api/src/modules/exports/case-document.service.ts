import type { Asset } from "@leitstand/contract/cases/asset";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseComment, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { FormerHandover } from "#modules/case-notes/index";
import type { Block, Document } from "#modules/documents/index";
import { phrasesOf } from "./document-words";
import {
  actionWord,
  actorWord,
  addressFields,
  cargoFields,
  caseFields,
  contactWords,
  roadsideFields,
  valueWord,
} from "./field-words";
import { handoverBlocks, isSignature, supersededBlocks } from "./handover-blocks.service";
import {
  documentOf,
  type Fact,
  factsOf,
  factsSection,
  momentText,
  section,
  valueText,
  type Writing,
} from "./writing.service";

/** Content of a case document: the case as its reader may see it, and no more. */
export interface CaseFile {
  readonly dispatchCase: Case;
  readonly branch: string | null;
  readonly history: readonly CaseStateUpdate[];
  readonly former_handovers: readonly FormerHandover[];
  readonly comments: readonly Pick<CaseComment, "created_at" | "author_name" | "text">[];
  /** Whether older entries are left out. */
  readonly isCut: { readonly history: boolean; readonly comments: boolean };
  /** Paths at which the bytes of its files are stored, by their ids. */
  readonly paths: ReadonlyMap<string, string>;
}
export type CasePart = "HISTORY" | "COMMENTS" | "PHOTOS" | "TODOS" | "TOURS";

const PHOTOS_MAX = 60;
const PHOTO_BYTES_MAX = 100 * 1_048_576;

export function caseDocument(writing: Writing, file: CaseFile, parts: ReadonlySet<CasePart>): Document {
  const phrases = phrasesOf(writing.language);
  const { dispatchCase } = file;
  return documentOf(writing, `${phrases.case} ${dispatchCase.natural_id}`, [
    ...(dispatchCase.is_redacted ? [{ kind: "notice", text: phrases.redacted } as const] : []),
    ...overview(writing, file),
    ...funeralBlocks(writing, dispatchCase),
    ...roadsideBlocks(writing, dispatchCase),
    ...(parts.has("TOURS") ? tourBlocks(writing, dispatchCase) : []),
    ...(parts.has("TODOS") ? todoBlocks(writing, dispatchCase) : []),
    ...handoverBlocks(writing, file),
    ...supersededBlocks(writing, file),
    ...(parts.has("HISTORY") ? historyBlocks(writing, file) : []),
    ...(parts.has("COMMENTS") ? commentBlocks(writing, file) : []),
    ...fileBlocks(writing, file, parts.has("PHOTOS")),
  ]);
}

function overview(writing: Writing, { dispatchCase, branch }: CaseFile): Block[] {
  const phrases = phrasesOf(writing.language);
  const facts: Fact[] = [
    ...factsOf(writing, { natural_id: dispatchCase.natural_id, display_name: dispatchCase.display_name }, caseFields),
    [phrases.kind, valueWord(writing.language, dispatchCase.data_type)],
    [phrases.state, valueWord(writing.language, dispatchCase.state.current)],
    ...(branch === null ? [] : [[phrases.branch, branch] as const]),
    ...(dispatchCase.created_by ? [[phrases.createdBy, dispatchCase.created_by.name] as const] : []),
    ...factsOf(writing, { ...dispatchCase, natural_id: null, display_name: null }, caseFields),
  ];
  return [
    { kind: "facts", facts },
    ...factsSection(phrases.contact, factsOf(writing, dispatchCase.contact, contactWords)),
  ];
}

function funeralBlocks(writing: Writing, { funeral_data: data }: Case): Block[] {
  if (!data) return [];
  const phrases = phrasesOf(writing.language);
  return [
    ...factsSection(phrases.transport, [[phrases.transportType, data.transport_type]]),
    ...factsSection(phrases.deceased, factsOf(writing, data.cargo_deceased, cargoFields)),
    ...factsSection(phrases.item, factsOf(writing, data.cargo_item, cargoFields)),
    ...places(writing, data),
    ...factsSection(phrases.police, factsOf(writing, data.police_address, addressFields)),
  ];
}

function roadsideBlocks(writing: Writing, { rsa_data: data }: Case): Block[] {
  if (!data) return [];
  const { source_address, target_address, handover: _handover, additional_persons, status: _status, ...others } = data;
  const parts = (others.vehicle_repair?.parts ?? []).map(({ number, description, quantity }): Fact => {
    const count = typeof quantity === "number" ? `${valueText(writing, quantity)} × ` : "";
    return [phrasesOf(writing.language).part, `${count}${description}${number ? ` (${number})` : ""}`];
  });
  const people = (additional_persons ?? []).map((person): Fact => {
    const name = [person.first_name, person.last_name].filter(Boolean).join(" ");
    return [person.relation ?? "", [name, person.phone_number, person.notes].filter(Boolean).join(", ")];
  });
  const facts = [...factsOf(writing, others, roadsideFields), ...parts, ...people];
  return [
    ...factsSection(phrasesOf(writing.language).roadside, facts),
    ...places(writing, { source_address, target_address }),
  ];
}

function places(
  writing: Writing,
  { source_address, target_address }: Pick<NonNullable<Case["funeral_data"]>, "source_address" | "target_address">,
) {
  const phrases = phrasesOf(writing.language);
  return [
    ...factsSection(phrases.source, factsOf(writing, source_address, addressFields)),
    ...factsSection(phrases.target, factsOf(writing, target_address, addressFields)),
  ];
}

function tourBlocks(writing: Writing, { tour_case_states: links = [] }: Case): Block[] {
  const phrases = phrasesOf(writing.language);
  if (links.length === 0) return [];
  const columns = [phrases.tour, phrases.state, phrases.assigned, phrases.arrived, phrases.loaded, phrases.ended];
  const rows = links.map((link) => ({
    cells: [
      link.tour_natural_id,
      `${valueWord(writing.language, link.state)} (${valueWord(writing.language, link.bucket)})`,
      ...[link.assigned_at, link.arrived_at, link.loaded_at, link.closed_at].map((at) => momentText(writing, at)),
    ],
  }));
  return section(phrases.tours, [{ kind: "table", columns: evenly(columns, [0.17, 0.15]), rows }]);
}

function todoBlocks(writing: Writing, { todos }: Case): Block[] {
  const phrases = phrasesOf(writing.language);
  const all = [...(todos?.pickup ?? []), ...(todos?.delivery ?? [])];
  if (all.length === 0) return [];
  const rows = all.map(({ title, phase, completed, completed_at, completed_by }) => ({
    cells: [
      title,
      valueWord(writing.language, phase),
      completed ? momentText(writing, completed_at) || phrases.yes : phrases.no,
      completed_by?.name ?? "",
    ],
  }));
  const columns = [phrases.todo, phrases.kind, phrases.done, phrases.who];
  return section(phrases.todos, [{ kind: "table", columns: evenly(columns, [0.4, 0.14]), rows }]);
}

function historyBlocks(writing: Writing, { history, isCut }: CaseFile): Block[] {
  const phrases = phrasesOf(writing.language);
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
      momentText(writing, row.occurred_at),
      momentText(writing, row.received_at),
      row.actor?.name ?? actorWord(language, row.actor_kind),
      actionWord(language, row.transition),
      valueWord(language, row.new_case_state),
      row.tour_natural_id ?? "",
      noteOf(writing, row),
    ],
  }));
  return section(phrases.history, [
    { kind: "text", text: phrases.historyNote, isSmall: true },
    ...newestAlone(writing, isCut.history),
    { kind: "table", columns: evenly(columns, [0.14, 0.14, 0.15, 0.13, 0.12, 0.17]), rows },
  ]);
}

/** Reason of a history row, and how the deceased was identified. */
function noteOf({ language }: Writing, { reason, identity }: CaseStateUpdate): string {
  const phrases = phrasesOf(language);
  const identified =
    identity && (identity.method === "CODE" ? `${phrases.byCode} ${identity.code ?? ""}`.trim() : phrases.readBack);
  return [reason, identified].filter(Boolean).join(" · ");
}

const newestAlone = (writing: Writing, isCut: boolean): Block[] =>
  isCut ? [{ kind: "notice", text: phrasesOf(writing.language).newest }] : [];

function commentBlocks(writing: Writing, { comments, isCut }: CaseFile): Block[] {
  const facts = comments.map(
    ({ created_at, author_name, text }): Fact => [`${momentText(writing, created_at)} ${author_name}`, text],
  );
  if (facts.length === 0) return [];
  return section(phrasesOf(writing.language).comments, [
    ...newestAlone(writing, isCut.comments),
    { kind: "facts", facts },
  ]);
}

function fileBlocks(writing: Writing, file: CaseFile, showsPhotos: boolean): Block[] {
  const phrases = phrasesOf(writing.language);
  const { images = [], documents = [], others = [] } = file.dispatchCase.assets ?? {};
  const shown = showsPhotos ? withinLimits(images.filter(({ id }) => file.paths.has(id))) : [];
  const photos = shown.map(
    (asset): Block => ({
      kind: "picture",
      file: { path: file.paths.get(asset.id) as string, mime_type: asset.mime_type },
      caption: captionOf(writing, asset),
      otherwise: phrases.notDrawable,
    }),
  );
  const listed = [
    ...images.filter((asset) => !shown.includes(asset)),
    ...documents,
    ...others.filter((asset) => !isSignature(asset)),
  ];
  const isCut = showsPhotos && shown.length < images.length;
  const rows = listed.map((asset) => ({
    isStruck: asset.superseded,
    cells: [
      asset.file_name,
      valueText(writing, Math.ceil(asset.size_bytes / 1024)),
      momentText(writing, asset.created_at),
      asset.sha256,
    ],
  }));
  const columns = [phrases.file, `${phrases.size} (KiB)`, phrases.taken, "SHA-256"];
  const table: Block[] =
    rows.length === 0 ? [] : [{ kind: "table", columns: evenly(columns, [0.25, 0.12, 0.25]), rows }];
  return [
    ...section(phrases.photos, [
      ...photos,
      ...(isCut && photos.length > 0 ? [{ kind: "text", text: phrases.tooMany } as const] : []),
    ]),
    ...section(phrases.documents, table),
  ];
}

/** As many of the photos as a document may hold, the oldest first. */
function withinLimits(images: readonly Asset[]): readonly Asset[] {
  let bytes = 0;
  return images.slice(0, PHOTOS_MAX).filter(({ size_bytes }) => (bytes += size_bytes) <= PHOTO_BYTES_MAX);
}

function captionOf(writing: Writing, { file_name, created_at, sha256, superseded }: Asset) {
  const phrases = phrasesOf(writing.language);
  const sent = `${phrases.taken} ${momentText(writing, created_at)}`;
  return [file_name, ...(superseded ? [phrases.takenBack] : []), sent, `SHA-256 ${sha256}`].join(" · ");
}

/** Columns of which the first have the given shares, and the others equal ones. */
function evenly(titles: readonly string[], shares: readonly number[]) {
  const rest = (1 - shares.reduce((sum, share) => sum + share, 0)) / (titles.length - shares.length);
  return titles.map((title, place) => ({ title, share: shares[place] ?? rest }));
}
