import { caseActionInputFields, type CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { DefaultCaseReason } from "@leitstand/contract/cases/default-reasons";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { PHONE_CLOCK_AHEAD_MAX_MS } from "@leitstand/contract/core/phone-clock";
import { type CaseCommand, type CaseActionRefusal, createCaseActionRefusal } from "../facts/case-decision";
import { type ResolvedActionRequest, isForcedByDispatcher, readPayloadField } from "../facts/case-request";
import { countPhotos } from "../facts/photos";
import { findTourOfSnapshot } from "./case-access";
import {
  confirmsBelongings,
  findMissingBelongingsField,
  findMissingSignatureField,
  isSignedDespiteState,
} from "./handover-input";
import { findBlockingViolation } from "./tour-constraints";

/**
 * Missing or invalid input: the 422s. Without a command only faults that no payload could remedy are checked, so that
 * an offered action can be carried out.
 */
export function findActionInputFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { command } = request;
  const given = command === undefined ? undefined : findCommandInputFault(request, command);
  return given ?? findRequiredDataFault(request) ?? findConstraintFault(request);
}

function findCommandInputFault(request: ResolvedActionRequest, command: CaseCommand): CaseActionRefusal | undefined {
  const { action, now } = request;
  const occurred = command.occurred_at === undefined ? now : new Date(command.occurred_at);
  const latest = new Date(now.getTime() + PHONE_CLOCK_AHEAD_MAX_MS);
  if (occurred > latest) return timeOutOfRange("occurred_at", new Date(0), latest);
  const missing = findMissingField(request, command);
  if (missing !== undefined) return createCaseActionRefusal("ACTION_INPUT_MISSING", { action, field: missing });
  return findFieldMisfit(request, command.payload ?? {}, occurred);
}

const timeOutOfRange = (field: string, min: Date, max: Date) =>
  createCaseActionRefusal("TIME_OUT_OF_RANGE", { field, min: min.toISOString(), max: max.toISOString() });

function findMissingField(request: ResolvedActionRequest, command: CaseCommand): string | undefined {
  const { action, actor } = request;
  const payload = command.payload ?? {};
  if (action === "FINISH")
    return finishReasonOf(request, command) === null ? "finish_reason" : findMissingAtFinish(request, payload);
  const { reason } = caseActionInputFields[action];
  if (reason && command.reason === undefined && actor.kind !== "X") return "reason";
  const required: readonly (keyof CaseActionPayload)[] = caseActionInputFields[action].required;
  const absent = required.find((field) => payload[field] === undefined);
  return absent ?? requiredFieldChecks[action]?.(request, command, payload);
}

const BACKOFFICE_REASON: DefaultCaseReason = "COMPLETED_BY_BACKOFFICE";
/** Reason of a FINISH; the back office closes with the reason that the driver gave. */
export const finishReasonOf = (
  { snapshot, from }: ResolvedActionRequest,
  { payload, reason }: CaseCommand,
): string | null =>
  payload?.finish_reason ??
  reason ??
  (from === "backoffice" ? (snapshot.case.finish_reason ?? BACKOFFICE_REASON) : null);

const findMissingAtFinish = ({ link }: ResolvedActionRequest, { interim_address }: CaseActionPayload) =>
  link?.state === "LOADED" && interim_address === undefined ? "interim_address" : undefined;

type RequiredFieldCheck = (
  request: ResolvedActionRequest,
  command: CaseCommand,
  payload: CaseActionPayload,
) => string | undefined;
const requiredFieldChecks: { readonly [action in CaseAction]?: RequiredFieldCheck } = {
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

type CaseTodos = ResolvedActionRequest["snapshot"]["case"]["todos"];
const hasOpenTodos = (todos: CaseTodos, done: readonly string[] = []) =>
  todos.some(({ id, required, completed }) => required && !completed && !done.includes(id));

function findMissingAtLoad({ snapshot }: ResolvedActionRequest, _command: CaseCommand, payload: CaseActionPayload) {
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
  return is_person && !belongings_recorded && !confirmsBelongings(payload) ? "belongings_confirmed" : undefined;
}

function findMissingAtDelivery(request: ResolvedActionRequest, command: CaseCommand, payload: CaseActionPayload) {
  const { tour_id, snapshot } = request;
  const { data_type } = snapshot.case;
  if (tour_id === undefined && command.reason === undefined) return "reason";
  // A roadside case that was solved on the telephone has no handover.
  if (tour_id === undefined && data_type === "ROADSIDE") return undefined;
  if (payload.received_by === undefined) return "received_by";
  const unsigned = findMissingSignatureField(payload);
  // On the roadside a missing signature sends the case to the back office instead of keeping the truck waiting.
  if (unsigned !== undefined || tour_id === undefined || data_type === "ROADSIDE") return unsigned;
  return findMissingAtFuneralDelivery(request, payload);
}

function findMissingAtFuneralDelivery(request: ResolvedActionRequest, payload: CaseActionPayload) {
  if (payload.signature === undefined && payload.refusal_reason === undefined) return "signature";
  if (
    hasOpenTodos(
      request.snapshot.case.todos.filter(({ phase }) => phase === "delivery"),
      payload.todos,
    )
  )
    return "todos";
  return findMissingBelongingsField(request, payload);
}

function findFieldMisfit(
  request: ResolvedActionRequest,
  payload: CaseActionPayload,
  occurred: Date,
): CaseActionRefusal | undefined {
  const { action, snapshot } = request;
  const misfit = action === "POSTPONE" ? findPostponedTimeFault(payload, occurred) : undefined;
  if (misfit !== undefined) return misfit;
  if (action === "DELIVER" && isSignedDespiteState(payload))
    return createCaseActionRefusal("FIELD_COMBINATION_INVALID", { fields: "signature_state,signature" });
  if (snapshot.case.data_type === "FUNERAL" && readPayloadField(request, "findings") !== undefined)
    return createCaseActionRefusal("FIELD_COMBINATION_INVALID", { fields: "data_type,findings" });
  return action === "FORWARD" ? findForwardTargetMisfit(request, payload) : undefined;
}

const POSTPONE_DAYS_MAX = 366;

/**
 * A POSTPONE made without a network is accepted when its time has passed in the meantime: the reminder is due at once.
 */
function findPostponedTimeFault({ postponed_until = "" }: CaseActionPayload, occurred: Date) {
  const until = Date.parse(postponed_until);
  const max = new Date(occurred.getTime() + POSTPONE_DAYS_MAX * 86_400_000);
  return until <= occurred.getTime() || until > max.getTime()
    ? timeOutOfRange("postponed_until", occurred, max)
    : undefined;
}

function findForwardTargetMisfit(request: ResolvedActionRequest, { to_tour_id, to_branch_id }: CaseActionPayload) {
  const { actor, tour_id, snapshot } = request;
  if (to_tour_id !== undefined && to_branch_id !== undefined)
    return createCaseActionRefusal("FIELD_COMBINATION_INVALID", { fields: "to_tour_id,to_branch_id" });
  if (to_tour_id === tour_id)
    return createCaseActionRefusal("FIELD_COMBINATION_INVALID", { fields: "tour_id,to_tour_id" });
  const target = findTourOfSnapshot(request, to_tour_id);
  const near = target?.in_own_branch_group ?? snapshot.branch?.in_own_branch_group ?? true;
  if (actor.kind !== "V" || near) return undefined;
  return createCaseActionRefusal("BRANCH_ACCESS_DENIED", { branch_id: target?.branch_id ?? to_branch_id ?? "" });
}

function findRequiredDataFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { action, snapshot, from } = request;
  const { data_type, required_data_complete } = snapshot.case;
  if (data_type === "FUNERAL")
    return required_data_complete || action === "CANCEL"
      ? undefined
      : createCaseActionRefusal("ACTION_INPUT_MISSING", { action, field: "funeral_data" });
  const lacksData = action === "DONE" && from !== "cancelled" && !required_data_complete;
  if (lacksData) return createCaseActionRefusal("ACTION_INPUT_MISSING", { action, field: "rsa_data" });
  return lacksPhotosBeforeMove(request)
    ? createCaseActionRefusal("ACTION_INPUT_MISSING", { action, field: "photos" })
    : undefined;
}

/**
 * Whether photos are missing that must be taken before the vehicle is moved, unless the crew says why there are none.
 */
function lacksPhotosBeforeMove(request: ResolvedActionRequest): boolean {
  const { action, snapshot, from, command } = request;
  const tows = action === "LOAD" || (action === "TO_TOWING_DESTINATION" && from === "arrived");
  if (!tows || command === undefined || command.payload?.photos_missing_reason !== undefined) return false;
  return countPhotos(request) < snapshot.settings.photos_before_tow;
}

function findConstraintFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { action, snapshot, tour, command, now } = request;
  if (isForcedByDispatcher(request)) return undefined;
  if (action === "LOAD")
    return isVehicleFull(request)
      ? createCaseActionRefusal("CONSTRAINT_VIOLATED", { level: "CRITICAL", constraints: "CAPACITY" })
      : undefined;
  const target =
    action === "ASSIGN"
      ? tour
      : action === "FORWARD"
        ? findTourOfSnapshot(request, command?.payload?.to_tour_id)
        : undefined;
  return target && findBlockingViolation({ ...snapshot, now }, target);
}

/** Whether the vehicle is full. Roadside vehicles carry one vehicle, and the crew judges whether it fits. */
export const isVehicleFull = ({ snapshot, tour }: ResolvedActionRequest) =>
  snapshot.case.data_type === "FUNERAL" &&
  tour !== undefined &&
  tour.capacity !== null &&
  tour.loaded_units + snapshot.case.load_units > tour.capacity;
