import { isLinkState } from "@leitstand/contract/cases/case-rules";
import type { CaseAction, LinkState } from "@leitstand/contract/cases/case-transitions";
import { isFull } from "../guards/action-input";
import type { Warning } from "../facts/case-decision";
import { enter, columnsOfLink, type ActionEffect, type Step } from "./action-effect";
import { type CaseRequest, type LinkRequest, openLinks } from "../facts/case-request";
import type { CaseData, LinkColumns, LinkFacts } from "../facts/case-snapshot";

type Change = Partial<LinkColumns>;

export const moved = (request: CaseRequest, link: LinkFacts, change: Change): LinkColumns => ({
  ...columnsOfLink(link),
  ...change,
  last_actor: request.actor.kind,
});
/** The one step of an action that moves one link. */
export const step = (request: LinkRequest, change: Change, extra: Partial<Step> = {}): Step => ({
  transition: request.action,
  tour: request.tour,
  after: moved(request, request.link, change),
  ...extra,
});
const only = (request: LinkRequest, change: Change, rest: Omit<ActionEffect, "steps"> = {}): ActionEffect => ({
  steps: [step(request, change)],
  ...rest,
});

/** State that the cell leads to; for cells with a choice the action itself decides. */
const target = ({ cell, link }: LinkRequest): LinkState => cell?.to.find(isLinkState) ?? link.state;
/** Plain step of the one link, with its times. */
const advance = (request: LinkRequest, state: LinkState) => enter(request, request.link, state);

/** Plain moves along one link. */
export const linkEffects = {
  ACCEPT: (request) => only(request, { ...advance(request, target(request)), eta: etaOf(request) }),
  START: startWork,
  ON_THE_WAY: (request) => only(request, { ...advance(request, "onTheWay"), eta: etaOf(request) }),
  ARRIVE: arrive,
  LOAD: (request) => {
    const rest = { constraint_violations: overload(request), data: lackOfPhotos(request) };
    return only(request, advance(request, target(request)), rest);
  },
  TO_TOWING_DESTINATION: (request) => {
    const destination = request.command?.payload?.destination;
    const data: Partial<CaseData> = destination === undefined ? {} : { target: { ...destination } };
    return only(request, advance(request, "toDestination"), { data: { ...data, ...lackOfPhotos(request) } });
  },
  AT_TOWING_DESTINATION: (request) =>
    only(request, advance(request, "atDestination"), { warnings: warnIfFar(request, "target") }),
  DONE: (request) => only(request, { state: target(request) }),
  POSTPONE: postpone,
  REJECT: (request) => handBack(request),
  UNASSIGN: (request) => handBack(request),
} satisfies { readonly [action in CaseAction]?: (request: LinkRequest) => ActionEffect };

/** Marks a tow without photos for a check by the back office. */
const lackOfPhotos = ({ snapshot, command }: LinkRequest): Partial<CaseData> =>
  snapshot.case.data_type === "ROADSIDE" && command?.payload?.photos_missing_reason !== undefined
    ? { needs_backoffice: true }
    : {};

const etaOf = ({ command, link }: LinkRequest) => command?.payload?.eta ?? link.eta;

const overload = (request: LinkRequest) =>
  isFull(request) ? [{ constraint: "CAPACITY", level: "CRITICAL", tour_id: request.tour.id } as const] : [];

function startWork(request: LinkRequest): ActionEffect {
  const { snapshot } = request;
  const data: Partial<CaseData> = snapshot.case.postponed_until === null ? {} : { postponed_until: null };
  return only(request, advance(request, snapshot.case.data_type === "ROADSIDE" ? "alarmed" : "STARTED"), { data });
}

function arrive(request: LinkRequest): ActionEffect {
  const atTarget = request.link.state === "LOADED";
  const state = atTarget ? "LOADED" : target(request);
  return only(request, advance(request, state), { warnings: warnIfFar(request, atTarget ? "target" : "source") });
}

function warnIfFar({ snapshot, tour }: LinkRequest, place: "source" | "target"): Warning[] {
  const distance = tour[`distance_to_${place}_meters`];
  const far = distance !== null && distance > snapshot.settings.arrive_warning_meters;
  return far ? [{ code: "FAR_FROM_ADDRESS", tour_id: tour.id }] : [];
}

function postpone(request: LinkRequest): ActionEffect {
  const postponed_until = request.command?.payload?.postponed_until ?? null;
  if (request.snapshot.case.data_type === "FUNERAL")
    return only(request, { state: "POSTPONED" }, { data: { postponed_until } });
  // The alarm comes when the customer wants it, so the time frame is moved with it.
  return only(request, { state: "reserved" }, { data: { postponed_until, not_before: postponed_until } });
}

/**
 * The crew returns the case, or a dispatcher takes it: the link keeps its state, and the case waits for another tour.
 */
export function handBack(request: LinkRequest, reason = request.command?.reason ?? null): ActionEffect {
  const { snapshot, action } = request;
  const rest: Omit<ActionEffect, "steps"> = { reason: reason ?? (request.actor.kind === "X" ? "ALARM_TIMEOUT" : null) };
  if (action !== "REJECT") return only(request, { bucket: "unassigned" }, rest);
  const notices = [{ kind: "CRITICAL_MESSAGE", branch_id: snapshot.case.branch_id, about: action, reason }] as const;
  return only(request, { bucket: "unassigned" }, { ...rest, notices });
}

/** CANCEL of one tour's part, or of the whole case with all its open links. */
export function cancel(request: CaseRequest): ActionEffect {
  const { snapshot, tour_id, action } = request;
  const state = snapshot.case.data_type === "FUNERAL" ? "CANCELLED" : "cancelled";
  const open = openLinks(snapshot);
  const chosen = open.filter((link) => tour_id === undefined || link.tour_id === tour_id);
  const close = (link: LinkFacts): Change => ({ ...enter(request, link, state), bucket: "finished" });
  const steps = chosen.map(
    (link): Step => ({ transition: action, tour: link.tour, after: moved(request, link, close(link)) }),
  );
  const whole: Step = { transition: action, tour: null, after: null };
  const ends = chosen.length === open.length;
  return { steps: steps.length === 0 ? [whole] : steps, closed_as: ends ? state : undefined };
}
