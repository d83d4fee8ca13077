import type { CaseExportRequest, TourExportRequest } from "@leitstand/contract/board/exports";
import type { Tx } from "#platform/database/database";
import { notFound } from "#platform/problem";
import { listStoredPaths } from "#modules/assets/index";
import { getHistory, listComments, listFormerHandovers } from "#modules/case-notes/index";
import { getCaseAnswer, type CaseReader } from "#modules/cases/index";
import type { Document } from "#modules/documents/index";
import { readTour } from "#modules/tours/index";
import { caseDocument, type CaseFile, type CasePart } from "./case-document.service";
import { selectBranchName, selectLetterhead, selectSpans } from "./exports.sql";
import { LocalTimes } from "./local-times";
import type { Language } from "./field-words";
import type { TourFile } from "./tour-document.service";
import type { Writing } from "./writing.service";

const ALL_BUT_COMMENTS: CasePart[] = ["HISTORY", "PHOTOS", "TODOS", "TOURS"];
/** Most entries of a document; more would not be read. The history is answered up to the same number. */
const NEWEST_MAX = 1_000;

/** Reads a case for printing; one that its reader knows by its number alone is not found. */
export async function caseToPrint(
  tx: Tx,
  reader: CaseReader,
  { id, language, include = ALL_BUT_COMMENTS }: CaseExportRequest & { id: string },
): Promise<Document> {
  const [writing, file] = await Promise.all([
    getWriting(tx, reader, language),
    getCaseFile(tx, reader, { id, withComments: include.includes("COMMENTS") }),
  ]);
  return caseDocument(writing, file, new Set(include));
}

export async function getCaseFile(
  tx: Tx,
  reader: CaseReader,
  { id, withComments }: { id: string; withComments: boolean },
): Promise<CaseFile> {
  const dispatchCase = await getCaseAnswer(tx, reader, id);
  // A crew whose link was taken back gets a stub, which has no data to print.
  if (dispatchCase.data_type === undefined) throw notFound("case", id);
  const { images = [], documents = [], others = [] } = dispatchCase.assets ?? {};
  const ids = [...images, ...documents, ...others].map((asset) => asset.id);
  const [history, former_handovers, comments, branch, paths] = await Promise.all([
    getHistory(tx, reader.scope, id),
    listFormerHandovers(tx, reader.scope, id),
    withComments ? listComments(tx, reader.scope, { id, size: NEWEST_MAX, sort: ["created_at,desc"] }) : undefined,
    dispatchCase.branch_id === null ? undefined : selectBranchName(tx, dispatchCase.branch_id),
    listStoredPaths(tx, ids),
  ]);
  return {
    dispatchCase,
    history,
    former_handovers,
    comments: comments?.comments.toReversed() ?? [],
    isCut: { history: history.length >= NEWEST_MAX, comments: (comments?.meta.total_elements ?? 0) > NEWEST_MAX },
    branch: branch?.name ?? null,
    paths,
  };
}

/** Style of documents: in the requested language, else the tenant's. */
export async function getWriting(tx: Tx, { principal, now }: CaseReader, language?: Language): Promise<Writing> {
  const letterhead = await selectLetterhead(tx);
  return {
    language: language ?? (letterhead.language === "de" ? "de" : "en"),
    times: new LocalTimes(letterhead.timezone),
    company: letterhead.name,
    maker: principal.display_name,
    now,
  };
}

export async function getTourFile(
  tx: Tx,
  reader: CaseReader,
  { id, language }: Pick<TourExportRequest, "language"> & { id: string },
): Promise<{ writing: Writing; file: TourFile }> {
  const tour = await readTour(tx, reader.scope, id);
  const [writing, spans] = await Promise.all([getWriting(tx, reader, language), selectSpans(tx, id)]);
  return { writing, file: { tour, spans } };
}
