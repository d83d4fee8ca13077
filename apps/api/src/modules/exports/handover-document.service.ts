import type { Tx } from "#platform/database/database";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Principal } from "#platform/access/principal";
import { problem } from "#platform/problem";
import type { CaseHistoryEntry } from "#modules/case-notes/index";
import type { CaseReader } from "#modules/cases/index";
import type { DocumentBlock, PaperDocument } from "#modules/documents/index";
import { loadCaseDocumentContent, loadDocumentContext } from "./case-export.service";
import type { CaseDocumentContent } from "./case-document.service";
import { documentPhrasesOf } from "./document-phrases";
import { addressFieldLabels, type Language } from "./field-words";
import {
  createHandoverBlocks,
  handoverOfCase,
  findHandoverHistoryRow,
  findSignatureAsset,
} from "./handover-blocks.service";
import {
  createPrintableDocument,
  listLabeledValuesOf,
  titledLabeledValuesSection,
  type DocumentContext,
} from "./writing.service";

export interface ConfirmableHandover {
  readonly natural_id: string;
  readonly writing: DocumentContext;
  /** History row of the handover; undefined when no handover is valid. */
  readonly row: CaseHistoryEntry | undefined;
  /** Size of the file with the signature; 0 where it was drawn in the app. */
  readonly signature_bytes: number;
}

/** Handover of a case that can be confirmed. */
export async function getConfirmableHandover(
  tx: Tx,
  reader: CaseReader,
  { id, language }: { id: string; language?: Language | undefined },
): Promise<ConfirmableHandover> {
  const { dispatchCase, history } = await loadCaseDocumentContent(tx, reader, { id, withComments: false });
  const writing = await loadDocumentContext(tx, reader, language);
  const row = handoverOfCase(dispatchCase) ? findHandoverHistoryRow(history) : undefined;
  const signature_bytes = findSignatureAsset(dispatchCase)?.size_bytes ?? 0;
  return { natural_id: dispatchCase.natural_id, writing, row, signature_bytes };
}

export interface HandoverConfirmationRequest {
  readonly case_id: string;
  /** History row of the handover. */
  readonly history_id: string;
  readonly company: string;
  readonly language: Language;
  readonly now: Date;
}

/**
 * Confirmation for the holder of the link: what was handed over, where, to whom, and the signature. Nothing restricted.
 * A handover that has just been undone or taken out of the case is not found.
 */
export async function createHandoverDocument(
  tx: Tx,
  { case_id, history_id, company, language, now }: HandoverConfirmationRequest,
): Promise<PaperDocument> {
  const reader: CaseReader = { principal: outsidePrincipal(tx.tenantId, company), scope: TENANT_SCOPE, now };
  const file = await loadCaseDocumentContent(tx, reader, { id: case_id, withComments: false });
  if (!handoverOfCase(file.dispatchCase) || !file.history.some(({ id, undone }) => id === history_id && !undone))
    throw problem("RESOURCE_NOT_FOUND", { resource: "handover_link" });
  const writing = await loadDocumentContext(tx, reader, language);
  const phrases = documentPhrasesOf(language);
  return createPrintableDocument(writing, `${phrases.confirmation} ${file.dispatchCase.natural_id}`, [
    ...handoverSubjectBlocks(writing, file),
    ...createHandoverBlocks(writing, file),
  ]);
}

function handoverSubjectBlocks(writing: DocumentContext, { dispatchCase }: CaseDocumentContent): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  const { funeral_data, rsa_data } = dispatchCase;
  const person = funeral_data?.cargo_deceased;
  const facts: (readonly [string, string])[] = [
    [phrases.deceased, person ? `${person.first_name} ${person.last_name}` : ""] as const,
    [phrases.item, funeral_data?.cargo_item?.description ?? ""] as const,
    [phrases.vehicle, rsa_data?.vehicle?.license_plate ?? ""] as const,
  ].filter(([, value]) => value !== "");
  const target = (funeral_data ?? rsa_data)?.target_address;
  const place = target && {
    name: target.name,
    street: target.street,
    house_number: target.house_number,
    zip_code: target.zip_code,
    city: target.city,
  };
  return [
    ...(facts.length === 0 ? [] : [{ kind: "facts", facts } as const]),
    ...titledLabeledValuesSection(phrases.target, listLabeledValuesOf(writing, place, addressFieldLabels)),
  ];
}

/** Principal for a reader outside the tenant, without any grants: the case is redacted for it. */
const outsidePrincipal = (tenant_id: string, company: string): Principal => ({
  token_id: "",
  kind: "SERVICE",
  tenant_id,
  tenant_type: "FUNERAL",
  tenant_short_code: "",
  tenant_key: "",
  tenant_country: null,
  rate_limit_factor: 1,
  user_id: null,
  device_id: null,
  subject_id: "",
  display_name: company,
  roles: [],
  expires_at: "",
  authenticated_at: "",
});
