import type { Case, CaseUpdateRequest } from "@leitstand/contract/cases/case";

type WritableCaseField = Exclude<keyof CaseUpdateRequest, "lock_version">;

/**
 * Request of an edit: all writable fields, because the server empties what is left out. A field that the contract adds
 * and this function does not name is a type error.
 */
export const pickWritableCaseFields = (dispatchCase: Case): { readonly [K in WritableCaseField]-?: Case[K] } => ({
  approved: dispatchCase.approved,
  data_type: dispatchCase.data_type,
  branch_id: dispatchCase.branch_id,
  brand_id: dispatchCase.brand_id,
  parent_id: dispatchCase.parent_id,
  external_id: dispatchCase.external_id,
  display_name: dispatchCase.display_name,
  description: dispatchCase.description,
  contact: dispatchCase.contact,
  not_before: dispatchCase.not_before,
  due_at: dispatchCase.due_at,
  required_skill_ids: dispatchCase.required_skill_ids,
  funeral_data: dispatchCase.funeral_data,
  rsa_data: dispatchCase.rsa_data,
  finish_reason: dispatchCase.finish_reason,
});
