import { Temporal } from "#shared/text/temporal.ts";
import type { Case } from "@leitstand/contract/cases/case";
import { zone } from "#shared/text/time.ts";
import { type Circumstances, defaultDraft } from "../values/case-defaults.ts";
import type { CaseType } from "../fields/case-fields.ts";
import { draftOf, valuesOf } from "../values/case-values.ts";
import type { KeptDraft } from "./draft-store.ts";
import type { Field, Values } from "../fields/field.ts";
import type { Base } from "../save-case.ts";

/** Start of a form: a draft that was left, the case that is edited, or the usual defaults. */
export interface Begin {
  readonly draft_id: string;
  readonly base: Base | undefined;
  readonly values: Values;
  /** Time when the draft was written; undefined when there was none. */
  readonly restored_at: number | undefined;
}
interface From extends Pick<Circumstances, "type" | "branches" | "recent" | "me"> {
  readonly dispatchCase: Case | undefined;
  readonly kept: KeptDraft | undefined;
  readonly locale: string;
}

export function beginOf({ dispatchCase, kept, locale, ...around }: From): Begin {
  if (kept !== undefined) {
    const { draft_id, base, values, saved_at } = kept;
    return { draft_id, base, values, restored_at: saved_at };
  }
  const draft = dispatchCase
    ? draftOf(dispatchCase)
    : defaultDraft({ ...around, now: Temporal.Now.zonedDateTimeISO(zone()) });
  return {
    draft_id: crypto.randomUUID(),
    base: dispatchCase && { draft: draftOf(dispatchCase), lock_version: dispatchCase.lock_version },
    values: valuesOf(around.type, draft, locale),
    restored_at: undefined,
  };
}

export const caseTypeOf = (tenantType: string | undefined): CaseType =>
  tenantType === "ROADSIDE_ASSISTANCE" ? "ROADSIDE" : "FUNERAL";

/** Fields that are fixed once a case is closed: only its papers change, what was carried out, where and when stays. */
const doneNames = ["approved", "branch_id", "parent_id", "not_before", "due_at", "rsa_data.service.key"];
export const isDoneField = ({ path }: Field) =>
  doneNames.includes(path) ||
  /\.(source_address|target_address)\./.test(path) ||
  /funeral_data\.(cargo_type|transport_type)$/.test(path);
