import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import { finishReasonOf } from "../guards/action-input";
import { enter, type ActionEffect, occurredAt, type Step } from "./action-effect";
import { type CaseRequest, isOnLink, type LinkRequest, openLinks } from "../facts/case-request";
import { countPhotos } from "../facts/photos";
import type { CaseData, Handover, LinkFacts } from "../facts/case-snapshot";
import { moved, step } from "./link-effects";

/** DELIVER ends the case for every crew: the cargo has reached its place. */
export function deliver(request: CaseRequest): ActionEffect {
  const { snapshot } = request;
  const data = { handover: handoverOf(request) };
  if (snapshot.case.data_type === "FUNERAL") return deliverFuneral(request, data);
  if (!isOnLink(request)) return { steps: [wholeCase(request)], closed_as: "finished", data: {} };
  return { steps: [endRoadside(request)], data: { ...data, ...backofficeData(request) } };
}

function handoverOf(request: CaseRequest): Handover {
  const { received_by, signature, refusal_reason, signature_state } = request.command?.payload ?? {};
  return {
    received_by: received_by ?? null,
    signature: signature ?? null,
    refusal_reason: refusal_reason ?? null,
    ...(signature_state === undefined ? {} : { signature_state }),
    delivered_at: occurredAt(request),
  };
}

const wholeCase = ({ action }: CaseRequest): Step => ({ transition: action, tour: null, after: null });

function deliverFuneral(request: CaseRequest, data: Partial<CaseData>): ActionEffect {
  const open = openLinks(request.snapshot);
  const carrier = request.link ?? open.find((link) => link.state === "LOADED");
  const helpers = open.filter((link) => link !== carrier).map((link) => closeHelper(request, link));
  const first = carrier === undefined ? wholeCase(request) : deliverLink(request, carrier);
  return { steps: [first, ...helpers], closed_as: "DELIVERED", data };
}

const deliverLink = (request: CaseRequest, link: LinkFacts): Step => ({
  transition: "DELIVER",
  tour: link.tour,
  after: moved(request, link, { ...enter(request, link, "DELIVERED"), bucket: "finished" }),
});

/** Closes a helper's link: one that has set out is finished, one that has not is no longer needed. */
function closeHelper(request: CaseRequest, link: LinkFacts): Step {
  if (!activeLinkStates.has(link.state)) {
    return { transition: "UNASSIGN", tour: link.tour, after: moved(request, link, { bucket: "unassigned" }) };
  }
  const change = { ...enter(request, link, "FINISHED"), bucket: "finished" } as const;
  return { transition: "FINISH", tour: link.tour, after: moved(request, link, change) };
}

/** FINISH ends this tour's part; a roadside case ends with it, a funeral case waits for its next leg. */
export function finish(request: LinkRequest): ActionEffect {
  const { snapshot, command } = request;
  const payload = command?.payload ?? {};
  const finish_reason = command === undefined ? null : finishReasonOf(request, command);
  if (snapshot.case.data_type === "FUNERAL") {
    // The next crew starts from an interim place, so it becomes the source.
    const source =
      request.link.state === "LOADED" && payload.interim_address ? { source: { ...payload.interim_address } } : {};
    const change = { ...enter(request, request.link, "FINISHED"), bucket: "finished" } as const;
    return { steps: [step(request, change)], data: { finish_reason, ...source }, reason: finish_reason };
  }
  const signed = payload.signature !== undefined || payload.received_by !== undefined;
  const data = { finish_reason, ...backofficeData(request), ...(signed ? { handover: handoverOf(request) } : {}) };
  const follow_up = payload.follow_up === undefined ? null : { service: payload.follow_up };
  return { steps: [endRoadside(request)], data, follow_up, reason: finish_reason };
}

const endRoadside = (request: LinkRequest): Step =>
  step(request, { ...enter(request, request.link, roadsideEnd(request)), bucket: "finished" });

function roadsideEnd(request: LinkRequest): "finished" | "backoffice" {
  return request.from !== "backoffice" && needsBackoffice(request) ? "backoffice" : "finished";
}

const backofficeData = (request: CaseRequest): Partial<CaseData> => ({
  needs_backoffice: request.from !== "backoffice" && needsBackoffice(request),
});

/**
 * Whether the back office must check the case: data, photos or signature are missing, the crew asks for it, or the trip
 * was fruitless.
 */
function needsBackoffice(request: CaseRequest): boolean {
  const { snapshot, command, action } = request;
  const { required_data_complete } = snapshot.case;
  const { outcome, signature, refusal_reason } = command?.payload ?? {};
  const unsigned = action === "DELIVER" && signature === undefined && refusal_reason === undefined;
  const fruitless = outcome === "GOA" || outcome === "UNSUCCESSFUL";
  const incomplete = !required_data_complete || countPhotos(request) < snapshot.settings.photos_at_finish;
  return incomplete || unsigned || fruitless || asksForBackoffice(request);
}

/** Whether the crew asks for the back office, now or when it began to tow. */
const asksForBackoffice = ({ snapshot, command }: CaseRequest): boolean =>
  snapshot.case.needs_backoffice ||
  command?.payload?.needs_backoffice === true ||
  command?.payload?.photos_missing_reason !== undefined;
