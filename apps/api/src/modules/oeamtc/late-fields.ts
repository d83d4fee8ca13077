/** Words for the dispatcher about fields that a partner requested too late. */
import { truncateText } from "@leitstand/contract/core/cut-text";
import { formatLocalMinute, type TextReaders } from "@leitstand/contract/core/moment-text";
import type { CaseAddress } from "@leitstand/contract/company/address";
import type { Static } from "@leitstand/contract/core/schema";
import type { OeamtcCaseUpdateRequest } from "@leitstand/contract/partners/oeamtc";

type Language = "de" | "en";
type PartnerRequestField = keyof OeamtcCaseUpdateRequest;
const fieldNames: { readonly [language in Language]: { readonly [field in PartnerRequestField]?: string } } = {
  en: {
    service: "service",
    source_address: "place",
    target_address: "destination",
    not_before: "not before",
    due_at: "due",
  },
  de: { service: "Leistung", source_address: "Ort", target_address: "Ziel", not_before: "frühestens", due_at: "bis" },
};
const introductions: { readonly [language in Language]: string } = {
  en: "The partner has asked for this too late, nothing was changed",
  de: "Der Partner wollte dies zu spät, geändert wurde nichts",
};
const COMMENT_LENGTH_MAX = 4000;

export function describeTooLatePartnerFields(
  readers: TextReaders,
  data: OeamtcCaseUpdateRequest,
  late: readonly PartnerRequestField[],
): string {
  const spoken = readers.language === "de" ? "de" : "en";
  const lines = late.map((field) => `${fieldNames[spoken][field] ?? field}: ${fieldValueText(readers, data, field)}`);
  return truncateText(`${introductions[spoken]}. ${lines.join("; ")}`, COMMENT_LENGTH_MAX);
}

function fieldValueText(readers: TextReaders, data: OeamtcCaseUpdateRequest, field: PartnerRequestField): string {
  if (field === "service") return data.service?.name ?? data.service?.key ?? "-";
  if (field === "source_address" || field === "target_address") return addressText(data[field]);
  const moment = field === "not_before" || field === "due_at" ? data[field] : undefined;
  return moment ? formatLocalMinute(moment, readers) : "-";
}

function addressText(address: Static<typeof CaseAddress> | null | undefined): string {
  if (!address) return "-";
  const { name, street, house_number, zip_code, city, lat, lon } = address;
  const line = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(" ");
  const written = [name, line(street, house_number), line(zip_code, city)].filter(Boolean).join(", ");
  return written === "" ? `${lat ?? "-"}, ${lon ?? "-"}` : written;
}
