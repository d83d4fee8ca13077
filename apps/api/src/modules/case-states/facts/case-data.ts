import type { ChangeableCaseData } from "./case-snapshot";

/** Facts of a case that decisions change besides its state. */
export const pickCaseDataChangedByActions = (facts: ChangeableCaseData): ChangeableCaseData => ({
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
export function pickFormerCaseDataValues(
  facts: ChangeableCaseData,
  change: Partial<ChangeableCaseData>,
): Partial<ChangeableCaseData> {
  const data = pickCaseDataChangedByActions(facts);
  const before: { -readonly [field in keyof ChangeableCaseData]?: ChangeableCaseData[field] } = {};
  const keep = <Field extends keyof ChangeableCaseData>(field: Field) => {
    before[field] = data[field];
  };
  for (const field of Object.keys(change)) if (isCaseDataField(data, field)) keep(field);
  return before;
}

const isCaseDataField = (data: ChangeableCaseData, name: string): name is keyof ChangeableCaseData =>
  Object.hasOwn(data, name);
