import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { OeamtcCallbackRequest, OeamtcFinishRequest } from "@leitstand/contract/partners/oeamtc";
import type { Tx } from "#platform/database/database";
import type { Principal } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { getCaseAnswer, type CaseReader } from "#modules/cases/index";
import { applyCaseActionOrThrow } from "#modules/dispatch/index";
import { isPartnerConnected, queueEventForPartner, wasTourCallbackRequested } from "#modules/queued-events/index";
import { lockPartnerCase, partnerCaseViewerOf, widenScopeOfProgram } from "./oeamtc.service";
import {
  queueLockOfTourRow,
  type PartnerCase,
  selectOnlyPartnerCaseOfTour,
  selectTourNaturalIdInScope,
  recordPartnerCallbackTime,
  wasCaseFinishedByAction,
} from "./oeamtc.sql";

/** Finishes the case for a partner: FINISH on the tour that has it, as a program. */
export async function finishPartnerCase(
  tx: Tx,
  reader: CaseReader,
  { id, ...request }: OeamtcFinishRequest & { id: string },
): Promise<CaseActionAnswer> {
  const viewer = partnerCaseViewerOf(reader);
  const passed = await lockPartnerCase(tx, id, viewer);
  const within = widenScopeOfProgram(reader, viewer);
  const isDone = passed.finalized || (await isFinishRepeated(tx, id, request));
  const said = isDone ? emptyWarnings : await finishLinkOfPartnerCase(tx, reader, { passed, request });
  return { ...(await getCaseAnswer(tx, within, id)), ...said };
}

/** Whether the same request has finished the case before: a dispatcher may have opened it again since, for another tour. */
const isFinishRepeated = async (tx: Tx, case_id: string, { action_id }: OeamtcFinishRequest) =>
  action_id !== undefined && wasCaseFinishedByAction(tx, { case_id, action_id });

const emptyWarnings = { warnings: [], constraint_violations: [] };

async function finishLinkOfPartnerCase(
  tx: Tx,
  { principal, now }: CaseReader,
  { passed, request }: { passed: PartnerCase; request: OeamtcFinishRequest },
) {
  const { case_id, tour_id, lock_version } = passed;
  if (passed.link_state === "toDestination") throw problem("CASE_CARGO_LOADED", { tour_id });
  const { reason, occurred_at, action_id, ...outcome } = request;
  const performed = await applyCaseActionOrThrow(tx, {
    case_id,
    command: {
      action: "FINISH",
      lock_version,
      ...(tour_id === null ? {} : { tour_id }),
      ...(occurred_at === undefined ? {} : { occurred_at }),
      ...(action_id === undefined ? {} : { action_id }),
      payload: { finish_reason: reason, ...outcome },
    },
    caller: asProgramPrincipal(principal),
    now,
  });
  if (performed.kind === "repeated") return emptyWarnings;
  const { warnings, constraint_violations } = performed.change;
  return { warnings: [...warnings], constraint_violations: [...constraint_violations] };
}

/** Principal that may finish the case, which was checked before; it opens no other action. */
const asProgramPrincipal = (principal: Principal): Principal => ({
  ...principal,
  kind: "SERVICE",
  roles: [{ id: principal.subject_id, role_type: "INTEGRATION", grants: ["receiveAction"], branch_ids: null }],
});

/** Time in which a second request for a callback is ignored. */
const CALLBACK_INTERVAL_MS = 60_000;

const callbackIntervalBegin = (now: Date) => new Date(now.getTime() - CALLBACK_INTERVAL_MS);
const isWithinCallbackInterval = (last_callback_at: string | null, now: Date) =>
  last_callback_at !== null && Date.parse(last_callback_at) > callbackIntervalBegin(now).getTime();

type CallbackAction = "requestOeamtcCaseCallback" | "requestOeamtcTourCallback";

export const requestPartnerCallbackForCase = (
  tx: Tx,
  reader: CaseReader,
  { id, ...request }: OeamtcCallbackRequest & { id: string },
) => queueCallbackAboutCase(tx, reader, { case_id: id, request, action: "requestOeamtcCaseCallback" });

async function queueCallbackAboutCase(
  tx: Tx,
  { principal, scope, now }: CaseReader,
  { case_id, request, action }: { case_id: string; request: OeamtcCallbackRequest; action: CallbackAction },
) {
  const passed = await lockPartnerCase(tx, case_id, { scope });
  await requireConnectedPartner(tx, principal, action);
  const { last_callback_at, natural_id, external_id, tour_id } = passed;
  if (isWithinCallbackInterval(last_callback_at, now)) return;
  if (action === "requestOeamtcTourCallback" && tour_id !== null) {
    queueLockOfTourRow(tx, tour_id);
    if (await wasTourCallbackRequested(tx, { tour_id, since: callbackIntervalBegin(now) })) return;
  }
  recordPartnerCallbackTime(tx, case_id, now);
  queueEventForPartner(tx, {
    type: "case_callback",
    case_id,
    tour_id,
    requested_by_id: principal.user_id,
    payload: { case_id, natural_id, external_id, tour_id, ...callbackRequestData(principal, request, now) },
  });
}

/**
 * Requests a callback for the crew of a tour. Without a telephone number the partner has to know who reported the case,
 * so the request is about the partner's only open case on the tour; where there is none or are several, about the tour.
 */
export async function requestPartnerCallbackForTour(
  tx: Tx,
  reader: CaseReader,
  { id, ...request }: OeamtcCallbackRequest & { id: string },
) {
  const action = "requestOeamtcTourCallback";
  const only = request.phone_number === undefined ? await selectOnlyPartnerCaseOfTour(tx, reader.scope, id) : undefined;
  if (only !== undefined) return queueCallbackAboutCase(tx, reader, { case_id: only.case_id, request, action });
  return queueCallbackAboutTour(tx, reader, { tour_id: id, request, action });
}

async function queueCallbackAboutTour(
  tx: Tx,
  { principal, scope, now }: CaseReader,
  { tour_id, request, action }: { tour_id: string; request: OeamtcCallbackRequest; action: CallbackAction },
) {
  queueLockOfTourRow(tx, tour_id);
  const tour = await selectTourNaturalIdInScope(tx, scope, tour_id);
  if (!tour) throw notFound("tour", tour_id);
  await requireConnectedPartner(tx, principal, action);
  if (await wasTourCallbackRequested(tx, { tour_id, since: callbackIntervalBegin(now) })) return;
  // Without a number the tour's only case was asked about in place of the tour: both count as one.
  const only = await selectOnlyPartnerCaseOfTour(tx, scope, tour_id);
  if (only !== undefined && isWithinCallbackInterval(only.last_callback_at, now)) return;
  queueEventForPartner(tx, {
    type: "case_callback",
    case_id: null,
    tour_id,
    requested_by_id: principal.user_id,
    payload: { tour_id, natural_id: tour.natural_id, ...callbackRequestData(principal, request, now) },
  });
}

async function requireConnectedPartner(tx: Tx, { tenant_type }: Principal, action: CallbackAction) {
  if (!(await isPartnerConnected(tx))) throw problem("ACTION_NOT_AVAILABLE", { action, tenant_type });
}

const callbackRequestData = (
  { display_name }: Principal,
  { phone_number, reason }: OeamtcCallbackRequest,
  now: Date,
) => ({
  phone_number: phone_number ?? null,
  reason: reason ?? null,
  requested_by: display_name,
  occurred_at: formatUtcTimestamp(now),
});
