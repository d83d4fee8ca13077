import { belongingItems } from "@leitstand/contract/cases/funeral-data";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseRequest } from "../facts/case-request";

/** What a handover says of who signed and of what the deceased has along. */

type Field = keyof CaseActionPayload;

/** Who names all five has confirmed them by that. */
export const confirmsBelongings = ({ belongings, belongings_confirmed }: CaseActionPayload) =>
  belongings_confirmed === true || belongings !== undefined;

/** Of belongings the crew tells what became of them between loading and handing over. */
export function findMissingBelongings(
  { snapshot }: Pick<CaseRequest, "snapshot">,
  payload: CaseActionPayload,
): Field | undefined {
  const { is_person, loaded_belongings: loaded } = snapshot.case;
  if (!is_person) return undefined;
  if (!confirmsBelongings(payload)) return "belongings_confirmed";
  const { belongings: handed, belongings_note } = payload;
  if (handed === undefined || loaded === null || belongings_note !== undefined) return undefined;
  return belongingItems.some((item) => handed[item] !== loaded[item]) ? "belongings_note" : undefined;
}

/** What the state of a signature needs beside it, where it is told. */
export function findMissingSignature({
  signature_state,
  signature,
  refusal_reason,
}: CaseActionPayload): Field | undefined {
  if (signature_state === undefined) return undefined;
  if (signature_state === "SIGNED") return signature === undefined ? "signature" : undefined;
  return refusal_reason === undefined ? "refusal_reason" : undefined;
}

/** Nobody has signed who would not or could not. */
export const isSignedAnyway = ({ signature_state, signature }: CaseActionPayload) =>
  (signature_state === "DECLINED" || signature_state === "UNABLE") && signature !== undefined;
