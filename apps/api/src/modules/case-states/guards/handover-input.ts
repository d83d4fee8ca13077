/** Input of a handover: the signature, and the belongings of the deceased person. */
import { belongingItems } from "@leitstand/contract/cases/funeral-data";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { ResolvedActionRequest } from "../facts/case-request";

type PayloadField = keyof CaseActionPayload;

/** Whether belongings are confirmed; naming all five confirms them. */
export const confirmsBelongings = ({ belongings, belongings_confirmed }: CaseActionPayload) =>
  belongings_confirmed === true || belongings !== undefined;

/** Checks that the crew explains what became of belongings between loading and handing over. */
export function findMissingBelongingsField(
  { snapshot }: Pick<ResolvedActionRequest, "snapshot">,
  payload: CaseActionPayload,
): PayloadField | undefined {
  const { is_person, loaded_belongings: loaded } = snapshot.case;
  if (!is_person) return undefined;
  if (!confirmsBelongings(payload)) return "belongings_confirmed";
  const { belongings: handed, belongings_note } = payload;
  if (handed === undefined || loaded === null || belongings_note !== undefined) return undefined;
  return belongingItems.some((item) => handed[item] !== loaded[item]) ? "belongings_note" : undefined;
}

/** Checks the fields that the state of a signature requires, where it is given. */
export function findMissingSignatureField({
  signature_state,
  signature,
  refusal_reason,
}: CaseActionPayload): PayloadField | undefined {
  if (signature_state === undefined) return undefined;
  if (signature_state === "SIGNED") return signature === undefined ? "signature" : undefined;
  return refusal_reason === undefined ? "refusal_reason" : undefined;
}

/** Whether a signature is given although its state says that signing was declined or not possible. */
export const isSignedDespiteState = ({ signature_state, signature }: CaseActionPayload) =>
  (signature_state === "DECLINED" || signature_state === "UNABLE") && signature !== undefined;
