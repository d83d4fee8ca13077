import type { CaseExportRequest, TourExportRequest } from "@leitstand/contract/board/exports";
import type { Tx } from "#platform/database/database";
import { scopeOfGrant } from "#platform/access/principal";
import { notFound } from "#platform/problem";
import { listAssetPaths } from "#modules/assets/index";
import { findCaseComments, listCaseHistoryEntries, listFormerHandovers } from "#modules/case-notes/index";
import { getCaseAnswer, type CaseReader } from "#modules/cases/index";
import type { PaperDocument } from "#modules/documents/index";
import { readTourAsObject } from "#modules/tours/index";
import { createCaseDocument, type CaseDocumentContent, type CaseDocumentPart } from "./case-document.service";
import {
  selectBranchName,
  selectTenantDocumentSettings,
  selectSubStateSpans,
  type TenantDocumentSettings,
} from "./exports.sql";
import { LocalTimeFormatter } from "./local-times";
import type { Language } from "./field-words";
import type { TourDocumentContent } from "./tour-document.service";
import type { DocumentContext } from "./writing.service";

const ALL_PARTS_BUT_COMMENTS: CaseDocumentPart[] = ["HISTORY", "PHOTOS", "TODOS", "TOURS"];
/**
 * Maximum number of entries of a document, because a reader would not read more. The history is answered up to the same
 * number.
 */
const DOCUMENT_ENTRIES_MAX = 1_000;

/** Reads a case for printing; a case of which the reader knows only the number is not found. */
export async function loadPrintableCase(
  tx: Tx,
  reader: CaseReader,
  { id, language, include = ALL_PARTS_BUT_COMMENTS }: CaseExportRequest & { id: string },
): Promise<PaperDocument> {
  const [writing, file] = await Promise.all([
    loadDocumentContext(tx, reader, language),
    loadCaseDocumentContent(tx, reader, { id, withComments: include.includes("COMMENTS") }),
  ]);
  return createCaseDocument(writing, file, new Set(include));
}

interface CaseContentRequest {
  readonly id: string;
  readonly withComments: boolean;
}

/**
 * Content of a document as it is at one moment: else a handover that is undone meanwhile would be both valid and taken
 * back. A transaction that writes can have no snapshot.
 */
export const loadCaseDocumentContent = (tx: Tx, reader: CaseReader, request: CaseContentRequest) =>
  readAtOneMoment(tx, (snapshot) => readCaseDocumentContent(snapshot, reader, request));

const readAtOneMoment = <T>(tx: Tx, work: (snapshot: Tx) => Promise<T>) => (tx.writes ? work(tx) : tx.inSnapshot(work));

async function readCaseDocumentContent(
  tx: Tx,
  reader: CaseReader,
  { id, withComments }: CaseContentRequest,
): Promise<CaseDocumentContent> {
  const dispatchCase = await getCaseAnswer(tx, reader, id);
  // A crew whose link was taken back gets a stub, which has no data to print.
  if (dispatchCase.data_type === undefined) throw notFound("case", id);
  const { images = [], documents = [], others = [] } = dispatchCase.assets ?? {};
  const ids = [...images, ...documents, ...others].map((asset) => asset.id);
  // Printed comments are those that the caller may read without a document, too.
  const commentScope = withComments ? scopeOfGrant(reader.principal, "getCaseComments") : undefined;
  const history = await listCaseHistoryEntries(tx, reader.scope, id);
  const former_handovers = await listFormerHandovers(tx, reader.scope, id);
  const comments =
    commentScope &&
    (await findCaseComments(tx, commentScope, { id, size: DOCUMENT_ENTRIES_MAX, sort: ["created_at,desc"] }));
  const branch = dispatchCase.branch_id === null ? undefined : await selectBranchName(tx, dispatchCase.branch_id);
  const paths = await listAssetPaths(tx, ids);
  return {
    dispatchCase,
    history,
    former_handovers,
    comments: comments?.comments.toReversed() ?? [],
    isCut: {
      history: history.length >= DOCUMENT_ENTRIES_MAX,
      comments: (comments?.meta.total_elements ?? 0) > DOCUMENT_ENTRIES_MAX,
    },
    branch: branch?.name ?? null,
    paths,
  };
}

/** Style of documents: in the requested language, else the tenant's. */
export const loadDocumentContext = async (tx: Tx, reader: CaseReader, language?: Language): Promise<DocumentContext> =>
  documentContextOf(await selectTenantDocumentSettings(tx), reader, language);

function documentContextOf(
  letterhead: TenantDocumentSettings,
  { principal, now }: CaseReader,
  language: Language | undefined,
): DocumentContext {
  return {
    language: language ?? (letterhead.language === "de" ? "de" : "en"),
    times: new LocalTimeFormatter(letterhead.timezone),
    company: letterhead.name,
    maker: principal.display_name,
    now,
  };
}

interface LoadedTourDocument {
  readonly writing: DocumentContext;
  readonly file: TourDocumentContent;
  readonly letterhead: TenantDocumentSettings;
}

export async function loadTourDocumentContent(
  tx: Tx,
  reader: CaseReader,
  { id, language }: Pick<TourExportRequest, "language"> & { id: string },
): Promise<LoadedTourDocument> {
  const letterhead = await selectTenantDocumentSettings(tx);
  const file = await readAtOneMoment(tx, async (snapshot) => ({
    tour: await readTourAsObject(snapshot, reader.scope, id),
    spans: await selectSubStateSpans(snapshot, id),
  }));
  return { writing: documentContextOf(letterhead, reader, language), file, letterhead };
}
