import { isLinkState } from "@leitstand/contract/cases/case-rules";
import type { CaseAction, LinkState } from "@leitstand/contract/cases/case-transitions";
import { isVehicleFull } from "../guards/action-input";
import type { ActionWarning } from "../facts/case-decision";
import { linkColumnChangeForState, linkColumnsOf, type ActionEffect, type LinkHistoryStep } from "./action-effect";
import { type ResolvedActionRequest, type ActionRequestOnLink, openLinksOf } from "../facts/case-request";
import type { ChangeableCaseData, LinkColumns, SnapshotLink } from "../facts/case-snapshot";

type LinkColumnChange = Partial<LinkColumns>;

export const applyLinkColumnChange = (
  request: ResolvedActionRequest,
  link: SnapshotLink,
  change: LinkColumnChange,
): LinkColumns => ({
  ...linkColumnsOf(link),
  ...change,
  last_actor: request.actor.kind,
});
/** The one step of an action that moves one link. */
export const createLinkHistoryStep = (
  request: ActionRequestOnLink,
  change: LinkColumnChange,
  extra: Partial<LinkHistoryStep> = {},
): LinkHistoryStep => ({
  transition: request.action,
  tour: request.tour,
  after: applyLinkColumnChange(request, request.link, change),
  ...extra,
});
const singleStepEffect = (
  request: ActionRequestOnLink,
  change: LinkColumnChange,
  rest: Omit<ActionEffect, "steps"> = {},
): ActionEffect => ({
  steps: [createLinkHistoryStep(request, change)],
  ...rest,
});

/** State that the cell leads to; for cells with a choice the action itself decides. */
const targetStateOf = ({ cell, link }: ActionRequestOnLink): LinkState => cell?.to.find(isLinkState) ?? link.state;
/** Plain step of the one link, with its times. */
const advanceLink = (request: ActionRequestOnLink, state: LinkState) =>
  linkColumnChangeForState(request, request.link, state);

/** Effects of the actions that only move one link to another state. */
export const linkActionEffects = {
  ACCEPT: (request) =>
    singleStepEffect(request, { ...advanceLink(request, targetStateOf(request)), eta: reportedEtaOf(request) }),
  START: startWorkOnLink,
  ON_THE_WAY: (request) =>
    singleStepEffect(request, { ...advanceLink(request, "onTheWay"), eta: reportedEtaOf(request) }),
  ARRIVE: arriveAtPlace,
  LOAD: (request) => {
    const rest = { constraint_violations: warnOfOverload(request), data: markMissingTowPhotos(request) };
    return singleStepEffect(request, advanceLink(request, targetStateOf(request)), rest);
  },
  TO_TOWING_DESTINATION: (request) => {
    const destination = request.command?.payload?.destination;
    const data: Partial<ChangeableCaseData> = destination === undefined ? {} : { target: { ...destination } };
    return singleStepEffect(request, advanceLink(request, "toDestination"), {
      data: { ...data, ...markMissingTowPhotos(request) },
    });
  },
  AT_TOWING_DESTINATION: (request) =>
    singleStepEffect(request, advanceLink(request, "atDestination"), {
      warnings: warnIfFarFromPlace(request, "target"),
    }),
  DONE: (request) => singleStepEffect(request, { state: targetStateOf(request) }),
  POSTPONE: postponeCase,
  REJECT: (request) => computeHandBackEffect(request),
  UNASSIGN: (request) => computeHandBackEffect(request),
} satisfies { readonly [action in CaseAction]?: (request: ActionRequestOnLink) => ActionEffect };

/** Marks a tow without photos for a check by the back office. */
const markMissingTowPhotos = ({ snapshot, command }: ActionRequestOnLink): Partial<ChangeableCaseData> =>
  snapshot.case.data_type === "ROADSIDE" && command?.payload?.photos_missing_reason !== undefined
    ? { needs_backoffice: true }
    : {};

const reportedEtaOf = ({ command, link }: ActionRequestOnLink) => command?.payload?.eta ?? link.eta;

const warnOfOverload = (request: ActionRequestOnLink) =>
  isVehicleFull(request) ? [{ constraint: "CAPACITY", level: "CRITICAL", tour_id: request.tour.id } as const] : [];

function startWorkOnLink(request: ActionRequestOnLink): ActionEffect {
  const { snapshot } = request;
  const data: Partial<ChangeableCaseData> = snapshot.case.postponed_until === null ? {} : { postponed_until: null };
  return singleStepEffect(
    request,
    advanceLink(request, snapshot.case.data_type === "ROADSIDE" ? "alarmed" : "STARTED"),
    { data },
  );
}

function arriveAtPlace(request: ActionRequestOnLink): ActionEffect {
  const atTarget = request.link.state === "LOADED";
  const state = atTarget ? "LOADED" : targetStateOf(request);
  return singleStepEffect(request, advanceLink(request, state), {
    warnings: warnIfFarFromPlace(request, atTarget ? "target" : "source"),
  });
}

function warnIfFarFromPlace({ snapshot, tour }: ActionRequestOnLink, place: "source" | "target"): ActionWarning[] {
  const distance = tour[`distance_to_${place}_meters`];
  const far = distance !== null && distance > snapshot.settings.arrive_warning_meters;
  return far ? [{ code: "FAR_FROM_ADDRESS", tour_id: tour.id }] : [];
}

function postponeCase(request: ActionRequestOnLink): ActionEffect {
  const postponed_until = request.command?.payload?.postponed_until ?? null;
  if (request.snapshot.case.data_type === "FUNERAL")
    return singleStepEffect(request, { state: "POSTPONED" }, { data: { postponed_until } });
  // The alarm is raised at the time that the customer has requested, so the time frame is moved with it.
  return singleStepEffect(request, { state: "reserved" }, { data: { postponed_until, not_before: postponed_until } });
}

/**
 * The crew returns the case, or a dispatcher takes it: the link keeps its state, and the case waits for another tour.
 */
export function computeHandBackEffect(
  request: ActionRequestOnLink,
  reason = request.command?.reason ?? null,
): ActionEffect {
  const { snapshot, action } = request;
  const rest: Omit<ActionEffect, "steps"> = { reason: reason ?? (request.actor.kind === "X" ? "ALARM_TIMEOUT" : null) };
  if (action !== "REJECT") return singleStepEffect(request, { bucket: "unassigned" }, rest);
  const notices = [{ kind: "CRITICAL_MESSAGE", branch_id: snapshot.case.branch_id, about: action, reason }] as const;
  return singleStepEffect(request, { bucket: "unassigned" }, { ...rest, notices });
}

/** CANCEL of one tour's part, or of the whole case with all its open links. */
export function computeCancelEffect(request: ResolvedActionRequest): ActionEffect {
  const { snapshot, tour_id, action } = request;
  const state = snapshot.case.data_type === "FUNERAL" ? "CANCELLED" : "cancelled";
  const open = openLinksOf(snapshot);
  const chosen = open.filter((link) => tour_id === undefined || link.tour_id === tour_id);
  const close = (link: SnapshotLink): LinkColumnChange => ({
    ...linkColumnChangeForState(request, link, state),
    bucket: "finished",
  });
  const steps = chosen.map(
    (link): LinkHistoryStep => ({
      transition: action,
      tour: link.tour,
      after: applyLinkColumnChange(request, link, close(link)),
    }),
  );
  const whole: LinkHistoryStep = { transition: action, tour: null, after: null };
  const ends = chosen.length === open.length;
  return { steps: steps.length === 0 ? [whole] : steps, closed_as: ends ? state : undefined };
}
