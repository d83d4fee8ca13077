import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { Tx } from "#platform/database/database";
import { EVERYWHERE } from "#platform/access/authorize";
import type { Principal } from "#platform/access/principal";
import { problem } from "#platform/problem";
import type { CaseReader } from "#modules/cases/index";
import type { Block, Document } from "#modules/documents/index";
import { getCaseFile, getWriting } from "./case-export.service";
import type { CaseFile } from "./case-document.service";
import { phrasesOf } from "./document-words";
import { addressFields, type Language } from "./field-words";
import { handoverBlocks, handoverOf, handoverRow, signatureFile } from "./handover-blocks.service";
import { documentOf, factsOf, factsSection, type Writing } from "./writing.service";

export interface HandoverFound {
  readonly natural_id: string;
  readonly writing: Writing;
  /** History row of the handover; undefined when no handover is valid. */
  readonly row: CaseStateUpdate | undefined;
  /** Size of the file with the signature; 0 where it was drawn in the app. */
  readonly signature_bytes: number;
}

/** Handover of a case that can be confirmed. */
export async function getHandover(
  tx: Tx,
  reader: CaseReader,
  { id, language }: { id: string; language?: Language | undefined },
): Promise<HandoverFound> {
  const { dispatchCase, history } = await getCaseFile(tx, reader, { id, withComments: false });
  const writing = await getWriting(tx, reader, language);
  const row = handoverOf(dispatchCase) ? handoverRow(history) : undefined;
  const signature_bytes = signatureFile(dispatchCase)?.size_bytes ?? 0;
  return { natural_id: dispatchCase.natural_id, writing, row, signature_bytes };
}

export interface ConfirmationRequest {
  readonly case_id: string;
  /** History row of the handover. */
  readonly history_id: string;
  readonly company: string;
  readonly language: Language;
  readonly now: Date;
}

/**
 * Confirmation for the holder of the link: what was handed over, where, to whom, and the signature. Nothing restricted.
 * A handover that has just been undone is not found.
 */
export async function handoverDocument(
  tx: Tx,
  { case_id, history_id, company, language, now }: ConfirmationRequest,
): Promise<Document> {
  const reader: CaseReader = { principal: outsider(tx.tenantId, company), scope: EVERYWHERE, now };
  const file = await getCaseFile(tx, reader, { id: case_id, withComments: false });
  if (!file.history.some(({ id, undone }) => id === history_id && !undone))
    throw problem("RESOURCE_NOT_FOUND", { resource: "handover_link" });
  const writing = await getWriting(tx, reader, language);
  const phrases = phrasesOf(language);
  return documentOf(writing, `${phrases.confirmation} ${file.dispatchCase.natural_id}`, [
    ...subjectBlocks(writing, file),
    ...handoverBlocks(writing, file),
  ]);
}

function subjectBlocks(writing: Writing, { dispatchCase }: CaseFile): Block[] {
  const phrases = phrasesOf(writing.language);
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
    ...factsSection(phrases.target, factsOf(writing, place, addressFields)),
  ];
}

/** Principal for a reader outside the tenant, without any grants: the case is redacted for it. */
const outsider = (tenant_id: string, company: string): Principal => ({
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
