import type { CaseData } from "./case-snapshot";

/** Facts of a case that decisions change besides its state. */
export const caseDataOf = (facts: CaseData): CaseData => ({
  branch_id: facts.branch_id,
  not_before: facts.not_before,
  postponed_until: facts.postponed_until,
  source: facts.source,
  target: facts.target,
  finish_reason: facts.finish_reason,
  needs_backoffice: facts.needs_backoffice,
  handover: facts.handover,
});

/** Former values of the fields that a change names. */
export function caseDataBefore(facts: CaseData, change: Partial<CaseData>): Partial<CaseData> {
  const data = caseDataOf(facts);
  const before: { -readonly [field in keyof CaseData]?: CaseData[field] } = {};
  const keep = <Field extends keyof CaseData>(field: Field) => {
    before[field] = data[field];
  };
  for (const field of Object.keys(change)) if (isCaseDataField(data, field)) keep(field);
  return before;
}

const isCaseDataField = (data: CaseData, name: string): name is keyof CaseData => Object.hasOwn(data, name);
