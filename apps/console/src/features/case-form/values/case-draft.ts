import type { Case, CaseUpdateRequest } from "@leitstand/contract/cases/case";

type Writable = Exclude<keyof CaseUpdateRequest, "lock_version">;

/**
 * Request of an edit: all writable fields, because the server empties what is left out. A field that the contract adds
 * and this function does not name is a type error.
 */
export const draftOfCase = (job: Case): { readonly [K in Writable]-?: Case[K] } => ({
  approved: job.approved,
  data_type: job.data_type,
  branch_id: job.branch_id,
  brand_id: job.brand_id,
  parent_id: job.parent_id,
  external_id: job.external_id,
  display_name: job.display_name,
  description: job.description,
  contact: job.contact,
  not_before: job.not_before,
  due_at: job.due_at,
  required_skill_ids: job.required_skill_ids,
  funeral_data: job.funeral_data,
  rsa_data: job.rsa_data,
  finish_reason: job.finish_reason,
});
