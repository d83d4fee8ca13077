import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import { finishReasonOf } from "../guards/action-input";
import { linkColumnChangeForState, type ActionEffect, actionTimeOf, type LinkHistoryStep } from "./action-effect";
import {
  type ResolvedActionRequest,
  isActionRequestOnLink,
  type ActionRequestOnLink,
  openLinksOf,
} from "../facts/case-request";
import { countPhotos } from "../facts/photos";
import type { ChangeableCaseData, CargoHandoverFacts, SnapshotLink } from "../facts/case-snapshot";
import { applyLinkColumnChange, createLinkHistoryStep } from "./link-effects";

/** DELIVER ends the case for every crew: the cargo has reached its place. */
export function computeDeliverEffect(request: ResolvedActionRequest): ActionEffect {
  const { snapshot } = request;
  const data = { handover: handoverOfRequest(request) };
  if (snapshot.case.data_type === "FUNERAL") return deliverFuneralCase(request, data);
  if (!isActionRequestOnLink(request)) return { steps: [stepOnWholeCase(request)], closed_as: "finished", data: {} };
  return { steps: [endRoadsideLink(request)], data: { ...data, ...backofficeData(request) } };
}

function handoverOfRequest(request: ResolvedActionRequest): CargoHandoverFacts {
  const { received_by, signature, refusal_reason, signature_state } = request.command?.payload ?? {};
  return {
    received_by: received_by ?? null,
    signature: signature ?? null,
    refusal_reason: refusal_reason ?? null,
    ...(signature_state === undefined ? {} : { signature_state }),
    delivered_at: actionTimeOf(request),
  };
}

const stepOnWholeCase = ({ action }: ResolvedActionRequest): LinkHistoryStep => ({
  transition: action,
  tour: null,
  after: null,
});

function deliverFuneralCase(request: ResolvedActionRequest, data: Partial<ChangeableCaseData>): ActionEffect {
  const open = openLinksOf(request.snapshot);
  const carrier = request.link ?? open.find((link) => link.state === "LOADED");
  const helpers = open.filter((link) => link !== carrier).map((link) => closeHelperLink(request, link));
  const first = carrier === undefined ? stepOnWholeCase(request) : deliverLinkStep(request, carrier);
  return { steps: [first, ...helpers], closed_as: "DELIVERED", data };
}

const deliverLinkStep = (request: ResolvedActionRequest, link: SnapshotLink): LinkHistoryStep => ({
  transition: "DELIVER",
  tour: link.tour,
  after: applyLinkColumnChange(request, link, {
    ...linkColumnChangeForState(request, link, "DELIVERED"),
    bucket: "finished",
  }),
});

/** Closes a helper's link: one that has set out is finished, one that has not is no longer needed. */
function closeHelperLink(request: ResolvedActionRequest, link: SnapshotLink): LinkHistoryStep {
  if (!activeLinkStates.has(link.state)) {
    return {
      transition: "UNASSIGN",
      tour: link.tour,
      after: applyLinkColumnChange(request, link, { bucket: "unassigned" }),
    };
  }
  const change = { ...linkColumnChangeForState(request, link, "FINISHED"), bucket: "finished" } as const;
  return { transition: "FINISH", tour: link.tour, after: applyLinkColumnChange(request, link, change) };
}

/** FINISH ends this tour's part; a roadside case ends with it, a funeral case waits for its next leg. */
export function computeFinishEffect(request: ActionRequestOnLink): ActionEffect {
  const { snapshot, command } = request;
  const payload = command?.payload ?? {};
  const finish_reason = command === undefined ? null : finishReasonOf(request, command);
  if (snapshot.case.data_type === "FUNERAL") {
    // The next crew starts from an interim place, so it becomes the source.
    const source =
      request.link.state === "LOADED" && payload.interim_address ? { source: { ...payload.interim_address } } : {};
    const change = { ...linkColumnChangeForState(request, request.link, "FINISHED"), bucket: "finished" } as const;
    return {
      steps: [createLinkHistoryStep(request, change)],
      data: { finish_reason, ...source },
      reason: finish_reason,
    };
  }
  const signed = payload.signature !== undefined || payload.received_by !== undefined;
  const data = {
    finish_reason,
    ...backofficeData(request),
    ...(signed ? { handover: handoverOfRequest(request) } : {}),
  };
  const follow_up = payload.follow_up === undefined ? null : { service: payload.follow_up };
  return { steps: [endRoadsideLink(request)], data, follow_up, reason: finish_reason };
}

const endRoadsideLink = (request: ActionRequestOnLink): LinkHistoryStep =>
  createLinkHistoryStep(request, {
    ...linkColumnChangeForState(request, request.link, roadsideEndState(request)),
    // The crew ended its part before the back office completes the case.
    ...(request.from === "backoffice" ? { finished_at: request.link.finished_at } : {}),
    bucket: "finished",
  });

function roadsideEndState(request: ActionRequestOnLink): "finished" | "backoffice" {
  return request.from !== "backoffice" && needsBackoffice(request) ? "backoffice" : "finished";
}

const backofficeData = (request: ResolvedActionRequest): Partial<ChangeableCaseData> => ({
  needs_backoffice: request.from !== "backoffice" && needsBackoffice(request),
});

/**
 * Whether the back office must check the case: data, photos or signature are missing, the crew asks for it, or the trip
 * was fruitless.
 */
function needsBackoffice(request: ResolvedActionRequest): boolean {
  const { snapshot, command, action } = request;
  const { required_data_complete } = snapshot.case;
  const { outcome, signature, refusal_reason } = command?.payload ?? {};
  const unsigned = action === "DELIVER" && signature === undefined && refusal_reason === undefined;
  const fruitless = outcome === "GOA" || outcome === "UNSUCCESSFUL";
  const incomplete = !required_data_complete || countPhotos(request) < snapshot.settings.photos_at_finish;
  return incomplete || unsigned || fruitless || requestsBackoffice(request);
}

/** Whether the crew asks for the back office, now or when it began to tow. */
const requestsBackoffice = ({ snapshot, command }: ResolvedActionRequest): boolean =>
  snapshot.case.needs_backoffice ||
  command?.payload?.needs_backoffice === true ||
  command?.payload?.photos_missing_reason !== undefined;
