import { actionInputs, type CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { type CaseCommand, type Refusal, refuse } from "../facts/case-decision";
import { type CaseRequest, isForced } from "../facts/case-request";
import { findTour } from "./case-access";
import { findViolation } from "./tour-constraints";

/** Offline phones may be late by hours but never early: five minutes of wrong clock are forgiven. */
const skewMsMax = 5 * 60_000;

/**
 * What is still missing or does not fit: the 422s. Asked without a command, only what no payload could mend is checked,
 * so that an offered action can be carried out.
 */
export function findInputFault(request: CaseRequest): Refusal | undefined {
  const { command } = request;
  const given = command === undefined ? undefined : findGivenFault(request, command);
  return given ?? findDataFault(request) ?? findConstraintFault(request);
}

function findGivenFault(request: CaseRequest, command: CaseCommand): Refusal | undefined {
  const { action, now } = request;
  const occurred = command.occurred_at === undefined ? now.getTime() : Date.parse(command.occurred_at);
  if (occurred > now.getTime() + skewMsMax)
    return outOfRange("occurred_at", new Date(0), new Date(now.getTime() + skewMsMax));
  const missing = findMissing(request, command);
  if (missing !== undefined) return refuse("ACTION_INPUT_MISSING", { action, field: missing });
  return findMisfit(request, command.payload ?? {});
}

const outOfRange = (field: string, min: Date, max: Date) =>
  refuse("TIME_OUT_OF_RANGE", { field, min: min.toISOString(), max: max.toISOString() });

function findMissing(request: CaseRequest, command: CaseCommand): string | undefined {
  const { action, actor } = request;
  const payload = command.payload ?? {};
  if (action === "FINISH")
    return finishReasonOf(request, command) === null ? "finish_reason" : findMissingAtFinish(request, payload);
  const { reason } = actionInputs[action];
  if (reason && command.reason === undefined && actor.kind !== "X") return "reason";
  const required: readonly (keyof CaseActionPayload)[] = actionInputs[action].required;
  const absent = required.find((field) => payload[field] === undefined);
  return absent ?? demands[action]?.(request, command, payload);
}

/** The back office closes with the reason that the driver gave. */
export const finishReasonOf = ({ snapshot, from }: CaseRequest, { payload, reason }: CaseCommand): string | null =>
  payload?.finish_reason ??
  reason ??
  (from === "backoffice" ? (snapshot.case.finish_reason ?? "COMPLETED_BY_BACKOFFICE") : null);

const findMissingAtFinish = ({ link }: CaseRequest, { interim_address }: CaseActionPayload) =>
  link?.state === "LOADED" && interim_address === undefined ? "interim_address" : undefined;

type Demand = (request: CaseRequest, command: CaseCommand, payload: CaseActionPayload) => string | undefined;
const demands: { readonly [action in CaseAction]?: Demand } = {
  ASSIGN: ({ tour_id }) => (tour_id === undefined ? "tour_id" : undefined),
  FORWARD: (_request, _command, { to_tour_id, to_branch_id }) =>
    to_tour_id === undefined && to_branch_id === undefined ? "to_tour_id" : undefined,
  UNDO: ({ actor }, { reason }) => (actor.kind === "D" && reason === undefined ? "reason" : undefined),
  TO_TOWING_DESTINATION: ({ snapshot, from }, { reason }, { destination }) => {
    if (destination === undefined && snapshot.case.target === null) return "destination";
    return from !== "arrived" && reason === undefined ? "reason" : undefined;
  },
  LOAD: findMissingAtLoad,
  DELIVER: findMissingAtDelivery,
  DONE: ({ snapshot }, _command, { todos }) =>
    snapshot.case.data_type === "FUNERAL" && hasOpenTodos(snapshot.case.todos, todos) ? "todos" : undefined,
};

type Todos = CaseRequest["snapshot"]["case"]["todos"];
const hasOpenTodos = (todos: Todos, done: readonly string[] = []) =>
  todos.some(({ id, required, completed }) => required && !completed && !done.includes(id));

function findMissingAtLoad({ snapshot }: CaseRequest, _command: CaseCommand, payload: CaseActionPayload) {
  const { data_type, todos, is_person, identity_confirmed, belongings_recorded } = snapshot.case;
  if (data_type === "ROADSIDE") return undefined;
  if (
    hasOpenTodos(
      todos.filter(({ phase }) => phase === "pickup"),
      payload.todos,
    )
  )
    return "todos";
  if (is_person && !identity_confirmed && payload.identity_confirmed !== true) return "identity_confirmed";
  return is_person && !belongings_recorded && payload.belongings_confirmed !== true
    ? "belongings_confirmed"
    : undefined;
}

function findMissingAtDelivery({ snapshot, tour_id }: CaseRequest, command: CaseCommand, payload: CaseActionPayload) {
  const { data_type, todos, is_person } = snapshot.case;
  if (tour_id === undefined && command.reason === undefined) return "reason";
  // A roadside job solved on the telephone hands nothing over.
  if (tour_id === undefined && data_type === "ROADSIDE") return undefined;
  if (payload.received_by === undefined) return "received_by";
  // On the roadside a missing signature sends the case to the back office instead of keeping the truck waiting.
  if (tour_id === undefined || data_type === "ROADSIDE") return undefined;
  if (payload.signature === undefined && payload.refusal_reason === undefined) return "signature";
  if (
    hasOpenTodos(
      todos.filter(({ phase }) => phase === "delivery"),
      payload.todos,
    )
  )
    return "todos";
  return is_person && payload.belongings_confirmed !== true ? "belongings_confirmed" : undefined;
}

function findMisfit(request: CaseRequest, payload: CaseActionPayload): Refusal | undefined {
  const { action, now, actor, tour_id } = request;
  if (action === "POSTPONE" && Date.parse(payload.postponed_until ?? "") <= now.getTime())
    return outOfRange("postponed_until", now, new Date(now.getTime() + 366 * 86_400_000));
  if (action !== "FORWARD") return undefined;
  if (payload.to_tour_id !== undefined && payload.to_branch_id !== undefined)
    return refuse("FIELD_COMBINATION_INVALID", { fields: "to_tour_id,to_branch_id" });
  if (payload.to_tour_id === tour_id) return refuse("FIELD_COMBINATION_INVALID", { fields: "tour_id,to_tour_id" });
  const target = findTour(request, payload.to_tour_id);
  const near = target?.in_own_branch_group ?? request.snapshot.branch?.in_own_branch_group ?? true;
  if (actor.kind !== "V" || near) return undefined;
  return refuse("BRANCH_ACCESS_DENIED", { branch_id: target?.branch_id ?? payload.to_branch_id ?? "" });
}

function findDataFault({ action, snapshot, from }: CaseRequest): Refusal | undefined {
  const { data_type, required_data_complete, photo_count } = snapshot.case;
  if (data_type === "FUNERAL")
    return required_data_complete || action === "CANCEL"
      ? undefined
      : refuse("ACTION_INPUT_MISSING", { action, field: "funeral_data" });
  const lacksData = action === "DONE" && from !== "cancelled" && !required_data_complete;
  if (lacksData) return refuse("ACTION_INPUT_MISSING", { action, field: "rsa_data" });
  const tows = action === "LOAD" || (action === "TO_TOWING_DESTINATION" && from === "arrived");
  const lacksPhotos = tows && photo_count < snapshot.settings.photos_before_tow;
  return lacksPhotos ? refuse("ACTION_INPUT_MISSING", { action, field: "photos" }) : undefined;
}

function findConstraintFault(request: CaseRequest): Refusal | undefined {
  const { action, snapshot, tour, command } = request;
  if (isForced(request)) return undefined;
  if (action === "LOAD")
    return isFull(request) ? refuse("CONSTRAINT_VIOLATED", { level: "CRITICAL", constraints: "CAPACITY" }) : undefined;
  const target =
    action === "ASSIGN" ? tour : action === "FORWARD" ? findTour(request, command?.payload?.to_tour_id) : undefined;
  return target && findViolation(snapshot, target);
}

/** Nothing fits on board any more. Roadside vehicles carry one vehicle and are judged by the crew. */
export const isFull = ({ snapshot, tour }: CaseRequest) =>
  snapshot.case.data_type === "FUNERAL" &&
  tour !== undefined &&
  tour.capacity !== null &&
  tour.loaded_units + snapshot.case.load_units > tour.capacity;
