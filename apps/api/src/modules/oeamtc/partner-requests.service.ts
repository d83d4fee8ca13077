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
  selectTourNaturalIdInScope,
  recordPartnerCallbackTime,
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
  const said = passed.finalized ? emptyWarnings : await finishLinkOfPartnerCase(tx, reader, { passed, request });
  return { ...(await getCaseAnswer(tx, within, id)), ...said };
}

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

export async function requestPartnerCallbackForCase(
  tx: Tx,
  { principal, scope, now }: CaseReader,
  { id, ...request }: OeamtcCallbackRequest & { id: string },
) {
  const passed = await lockPartnerCase(tx, id, { scope });
  await requireConnectedPartner(tx, principal, "requestOeamtcCaseCallback");
  const { last_callback_at, natural_id, external_id, tour_id } = passed;
  if (last_callback_at !== null && now.getTime() - Date.parse(last_callback_at) < CALLBACK_INTERVAL_MS) return;
  recordPartnerCallbackTime(tx, id, now);
  queueEventForPartner(tx, {
    type: "case_callback",
    case_id: id,
    tour_id,
    payload: { case_id: id, natural_id, external_id, tour_id, ...callbackRequestData(principal, request, now) },
  });
}

export async function requestPartnerCallbackForTour(
  tx: Tx,
  { principal, scope, now }: CaseReader,
  { id, ...request }: OeamtcCallbackRequest & { id: string },
) {
  queueLockOfTourRow(tx, id);
  const tour = await selectTourNaturalIdInScope(tx, scope, id);
  if (!tour) throw notFound("tour", id);
  await requireConnectedPartner(tx, principal, "requestOeamtcTourCallback");
  if (await wasTourCallbackRequested(tx, { tour_id: id, since: new Date(now.getTime() - CALLBACK_INTERVAL_MS) }))
    return;
  const { natural_id } = tour;
  queueEventForPartner(tx, {
    type: "case_callback",
    case_id: null,
    tour_id: id,
    payload: { tour_id: id, natural_id, ...callbackRequestData(principal, request, now) },
  });
}

async function requireConnectedPartner(tx: Tx, { tenant_type }: Principal, action: string) {
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
