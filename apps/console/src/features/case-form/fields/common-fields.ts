import { type FormField, createFormFieldFactory } from "./field.ts";

/** Fields of the caller and the branch. The caller's relation is asked for in a death, rarely in a breakdown. */
export function createCallerFields({ relation }: { relation: boolean }): readonly FormField[] {
  const call = createFormFieldFactory("call");
  return [
    call("contact.name", "text", { isFrequent: true, width: relation ? 4 : 6, maxLength: 255 }),
    call("contact.phone_number", "phone", { isFrequent: true, width: 3, maxLength: 64 }),
    call("contact.relation", "text", {
      isFrequent: relation,
      width: relation ? 2 : 4,
      maxLength: 100,
      isSuggested: true,
    }),
    call("branch_id", "one", { of: "branches", isFrequent: true, width: 3 }),
    call("contact.email", "text", { maxLength: 254 }),
    call("brand_id", "one", { of: "brands" }),
    call("parent_id", "case"),
    call("external_id", "text", { maxLength: 100 }),
    call("display_name", "text", { maxLength: 255 }),
    call("approved", "check", { width: 4 }),
    call("contact.notes", "long", { maxLength: 2000 }),
  ];
}

const timesField = createFormFieldFactory("times");
export const caseTimeFields: readonly FormField[] = [
  timesField("due_at", "moment", { isFrequent: true, width: 4 }),
  timesField("not_before", "moment", { isFrequent: true, width: 4 }),
];

/** Fields for notes to the crew, and for the handover when the case exists already. */
export function createNotesAndHandoverFields(data: "funeral_data" | "rsa_data"): readonly FormField[] {
  const papers = createFormFieldFactory("papers");
  const handover = (name: string, details: Partial<FormField>): FormField => ({
    ...papers(`${data}.handover.${name}`),
    onlyEdit: true,
    ...details,
  });
  return [
    papers("description", "long", { isFrequent: true, maxLength: 4000 }),
    handover("received_by", { maxLength: 255 }),
    handover("delivered_at", { kind: "moment", isPast: true }),
    handover("refusal_reason", { maxLength: 255 }),
    papers("finish_reason", "text", { onlyEdit: true, width: 8, maxLength: 255 }),
  ];
}
