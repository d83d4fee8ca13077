import { caseActionInputFields } from "@leitstand/contract/cases/case-action-input";
import type { Case } from "@leitstand/contract/cases/case";
import { type CaseAction } from "@leitstand/contract/cases/case-transitions";

/** Link of a case to a tour: the state of the case on that tour. */
export type TourLink = NonNullable<Case["tour_case_states"]>[number];
export type ActionInputField = keyof ActionFields | "reason";
interface ActionFields {
  readonly postponed_until: string;
  readonly to_tour_id: string;
  readonly to_branch_id: string;
  readonly from_tour_id: string;
  readonly received_by: string;
  readonly signature: string;
  readonly refusal_reason: string;
  readonly finish_reason: string;
  readonly outcome: string;
  readonly follow_up: string;
  readonly interim_address: string;
  readonly destination: string;
  readonly eta: string;
  readonly todos: string;
  readonly identity_confirmed: boolean;
  readonly belongings_confirmed: boolean;
  readonly needs_backoffice: boolean;
  readonly force: boolean;
}

/** Actions in the order of a case's usual course. An action that leaves this course is never offered first. */
const usualActionOrder: readonly CaseAction[] = [
  "ACCEPT",
  "START",
  "ON_THE_WAY",
  "ARRIVE",
  "LOAD",
  "TO_TOWING_DESTINATION",
  "AT_TOWING_DESTINATION",
  "DELIVER",
  "FINISH",
  "DONE",
  "FORWARD_ROLLBACK",
];
/** Actions that can hardly be taken back; they stand last, and apart. */
export const hardToUndoActions: readonly CaseAction[] = ["REJECT", "CANCEL"];

/** The next action of a link, and the others in the order of use. */
export function arrangeLinkActions(
  link: TourLink,
  dispatchCase: Case,
): { next: CaseAction | undefined; others: CaseAction[] } {
  const offered = link.actions.filter((action) => !isDoneOrUnfitting(action, link, dispatchCase));
  const next = usualActionOrder.find((action) => offered.includes(action));
  const rank = (action: CaseAction) =>
    hardToUndoActions.includes(action) ? 2 : usualActionOrder.includes(action) ? 0 : 1;
  const others = link.actions
    .filter((action) => action !== next)
    .toSorted(
      (one, other) => rank(one) - rank(other) || usualActionOrder.indexOf(one) - usualActionOrder.indexOf(other),
    );
  return { next, others };
}

/** Whether an action, though still allowed, is done already or does not fit this case. */
function isDoneOrUnfitting(action: CaseAction, link: TourLink, dispatchCase: Case): boolean {
  if (action === "ACCEPT") return link.accepted_at !== null;
  if (action === "ARRIVE") return link.state === "LOADED" && link.arrived_at_destination_at !== null;
  // For a roadside case LOAD only records something: the tow follows, if there is a destination.
  if (action === "LOAD")
    return dispatchCase.data_type === "ROADSIDE" && (link.loaded_at !== null || !isTowing(dispatchCase));
  if (action === "TO_TOWING_DESTINATION") return link.state !== "arrived" || !isTowing(dispatchCase);
  return action === "FORWARD_ROLLBACK" && link.bucket !== "forwarded";
}
const isTowing = ({ rsa_data }: Case) => rsa_data?.target_address !== undefined && rsa_data.target_address !== null;

/** Fields of an action in the present state of the case, in the order of the form, and which of them are required. */
export interface ActionFieldRequirements {
  readonly fields: readonly ActionInputField[];
  readonly required: readonly ActionInputField[];
}
export function fieldRequirementsOfAction(
  action: CaseAction,
  dispatchCase: Case,
  link: TourLink | undefined,
): ActionFieldRequirements {
  const rule = caseActionInputFields[action];
  const required = new Set<ActionInputField>(rule.required);
  // Some fields are for phones only; a dispatcher is not asked for them.
  const fields = new Set<string>([...rule.required, ...rule.optional]);
  if (rule.reason) required.add("reason");
  for (const field of situationalDemands[action]?.(dispatchCase, link) ?? []) required.add(field);
  for (const field of required) fields.add(field);
  const isAsked = (field: ActionInputField) => fields.has(field) && appliesToCase(field, dispatchCase, action);
  return { fields: inputFieldOrder.filter(isAsked), required: inputFieldOrder.filter((field) => required.has(field)) };
}

// `force` is no field: it is offered once the server has said which rule is broken.
const inputFieldOrder: readonly ActionInputField[] = [
  "to_tour_id",
  "to_branch_id",
  "from_tour_id",
  "postponed_until",
  "eta",
  "destination",
  "interim_address",
  "outcome",
  "received_by",
  "signature",
  "refusal_reason",
  "todos",
  "identity_confirmed",
  "belongings_confirmed",
  "finish_reason",
  "follow_up",
  "needs_backoffice",
  "reason",
];

type SituationalDemand = (dispatchCase: Case, link: TourLink | undefined) => ActionInputField[];
const openTodosOfPhase = (dispatchCase: Case, phase: "pickup" | "delivery") =>
  (dispatchCase.todos?.[phase] ?? []).some(({ required, completed }) => required && !completed);
const isPersonTransport = ({ funeral_data }: Case) => funeral_data?.cargo_type === "PERSON";
const isFuneralCase = ({ data_type }: Case) => data_type === "FUNERAL";

/**
 * Requirements of actions that depend on the case. The server decides; they only mark beforehand what it will require
 * of a dispatcher.
 */
const situationalDemands: { readonly [action in CaseAction]?: SituationalDemand } = {
  UNDO: () => ["reason"],
  FORWARD: () => ["to_tour_id"],
  TO_TOWING_DESTINATION: (dispatchCase, link) => [
    ...(isTowing(dispatchCase) ? [] : (["destination"] as const)),
    ...(link?.state === "arrived" ? [] : (["reason"] as const)),
  ],
  LOAD: (dispatchCase) => {
    if (!isFuneralCase(dispatchCase)) return [];
    const deceased = dispatchCase.funeral_data?.cargo_deceased;
    return [
      ...(openTodosOfPhase(dispatchCase, "pickup") ? (["todos"] as const) : []),
      ...(isPersonTransport(dispatchCase) && deceased?.identity_confirmed !== true
        ? (["identity_confirmed"] as const)
        : []),
      ...(isPersonTransport(dispatchCase) && deceased?.belongings?.confirmation !== true
        ? (["belongings_confirmed"] as const)
        : []),
    ];
  },
  DELIVER: (dispatchCase, link) => {
    if (link === undefined) return isFuneralCase(dispatchCase) ? ["received_by", "reason"] : ["reason"];
    if (!isFuneralCase(dispatchCase)) return ["received_by"];
    return [
      "received_by",
      // The console takes no signature; one that was uploaded can be chosen instead.
      ...(findValidSignatures(dispatchCase).length === 0 ? (["refusal_reason"] as const) : []),
      ...(openTodosOfPhase(dispatchCase, "delivery") ? (["todos"] as const) : []),
      ...(isPersonTransport(dispatchCase) ? (["belongings_confirmed"] as const) : []),
    ];
  },
  FINISH: (_dispatchCase, link) => (link?.state === "LOADED" ? ["interim_address"] : []),
  DONE: (dispatchCase) =>
    isFuneralCase(dispatchCase) &&
    (openTodosOfPhase(dispatchCase, "pickup") || openTodosOfPhase(dispatchCase, "delivery"))
      ? ["todos"]
      : [],
};

/** Whether a field applies to this case; others are not shown. */
function appliesToCase(field: ActionInputField, dispatchCase: Case, action: CaseAction): boolean {
  if (field === "outcome" || field === "needs_backoffice" || field === "follow_up") return !isFuneralCase(dispatchCase);
  if (field === "identity_confirmed")
    return isPersonTransport(dispatchCase) && dispatchCase.funeral_data?.cargo_deceased?.identity_confirmed !== true;
  if (field === "belongings_confirmed") return isPersonTransport(dispatchCase);
  if (field === "interim_address") return isFuneralCase(dispatchCase);
  if (field === "todos") return todosForAction(action, dispatchCase).length > 0;
  if (field === "signature") return findValidSignatures(dispatchCase).length > 0;
  if (field === "from_tour_id" || field === "to_branch_id") return false;
  return true;
}

/** Todos that can be ticked along with an action. */
export function todosForAction(action: CaseAction, { todos }: Case) {
  const phases =
    action === "LOAD" ? [todos?.pickup] : action === "DELIVER" ? [todos?.delivery] : [todos?.pickup, todos?.delivery];
  return phases.flatMap((list) => list ?? []).filter(({ completed }) => !completed);
}

/** Signatures of this case that are still valid. */
export const findValidSignatures = ({ assets }: Case) =>
  [...(assets?.images ?? []), ...(assets?.others ?? [])].filter(
    ({ kind, superseded }) => kind === "SIGNATURE" && !superseded,
  );

/** Whether an action needs a form, or runs as soon as its button is pressed. */
export const actionNeedsForm = (demand: ActionFieldRequirements) => demand.required.length > 0;
