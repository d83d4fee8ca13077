import { truncateText } from "@leitstand/contract/core/cut-text";
import { parseRetryAfterSeconds } from "@leitstand/contract/core/retry-after";
import type { Clock } from "#platform/clock";
import type { Database, Tx } from "#platform/database/database";
import { type EgressClient, EgressError } from "#platform/egress/egress";
import type { SecretSealer } from "#platform/process/sealing";
import { IntervalPoller } from "#platform/background/poller";
import { connectorUrlOf, createConnectorAuthHeaders } from "#modules/connectors/index";
import { createCriticalMessage } from "#modules/messages/index";
import {
  type PartnerDeliveryAttempt,
  isPartnerFailure,
  partnerDeliveryOutcomeOf,
  type PartnerDeliveryOutcome,
  partnerPauseSeconds,
} from "./delivery-outcome";
import {
  FAILED_DELIVERY_MESSAGE_KIND,
  SILENT_PARTNER_MESSAGE_KIND,
  failedDeliveryMessageText,
  silentPartnerMessageText,
} from "./delivery-texts";
import {
  claimPartnerEvents,
  type ClaimedPartnerEvent,
  closePartnerCircuitBreaker,
  recordPartnerFailure,
  postponePartnerEventsDuringTrial,
  markPartnerEventsBehindOthers,
  markSilentPartnerReported,
  openPartnerCircuitBreaker,
  releaseNewerQueuedPosition,
  logDeliveredPartnerEvent,
  removeUndeliveredQueuedPosition,
  selectEventSubjectName,
  selectSilentPartners,
  updateFailedPartnerEvent,
  wasDispatcherWarned,
} from "./delivery.sql";
import { deleteOldQueuedPositions, queuePartnerPositions } from "./partner-positions.sql";

export interface PartnerDeliveryServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly egress: Pick<EgressClient, "send">;
  readonly sealing: SecretSealer;
  readonly onError: (error: Error) => void;
  /** Maximum number of concurrent calls of this node; 256 unless given. */
  readonly atOnce?: number;
}

const DELIVERY_POLL_MS = 250;
const POSITIONS_INTERVAL_MS = 2_500;
/**
 * Maximum number of concurrent calls of one node: eight of each tenant, and so many in all that a few silent partners
 * do not delay the others.
 */
const CONCURRENT_CALLS_MAX = 256;
const CALL_TIMEOUT_MS = 10_000;
const SILENCE_BEFORE_WARNING_MS = 10 * 60_000;
const SILENCE_CHECK_INTERVAL_MS = 30_000;
const HOUR_MS = 3_600_000;
/** When one call of `markPartnerEventsBehindOthers` has marked so many, more are likely to be left, and it is called again. */
const FOLLOWERS_BATCH_SIZE = 500;

/**
 * Delivers queued events to partners, on every node: the node that leases an event delivers it. After a crash an event
 * may be delivered again, with the same `Idempotency-Key`; none is lost, and those of one case, tour or vehicle keep
 * their order.
 */
export class PartnerEventDelivery {
  private readonly underWay = new Map<Promise<void>, ClaimedPartnerEvent>();
  private readonly pollers: readonly IntervalPoller[];

  constructor(private readonly parts: PartnerDeliveryServices) {
    const { onError } = parts;
    this.pollers = [
      new IntervalPoller(() => this.tick(), DELIVERY_POLL_MS, onError),
      new IntervalPoller(() => this.tellPositions(), POSITIONS_INTERVAL_MS, onError),
      new IntervalPoller(() => this.warnOfSilence(), SILENCE_CHECK_INTERVAL_MS, onError),
    ];
  }

  start() {
    for (const poller of this.pollers) poller.start();
  }

  /** Stops, and waits for the calls that are under way. */
  async stop() {
    await Promise.all(this.pollers.map((poller) => poller.stop()));
    await this.filling;
    await Promise.all(this.underWay.keys());
  }

  /** Delivers everything that is due by the clock, until nothing is; answers the number of calls. */
  async runDue(): Promise<number> {
    let calls = 0;
    await this.warnOfSilence();
    await this.tellPositions();
    for (;;) {
      await this.markFollowers();
      const claimed = await this.claim();
      await Promise.all(claimed.map((event) => this.tell(event)));
      calls += claimed.length;
      if (claimed.length === 0) return calls;
    }
  }

  private async tick() {
    await this.markFollowers();
    await this.fill();
  }

  /** Marks followers in short transactions, so that a request which decides about one of them does not wait long. */
  private async markFollowers() {
    const { db, clock } = this.parts;
    while ((await markPartnerEventsBehindOthers(db.system, clock.now())) >= FOLLOWERS_BATCH_SIZE && !this.isStopped);
  }

  private filling: Promise<void> | undefined;
  /** Starts calls, one search for due events at a time: two would both count on the same room. */
  private fill(): Promise<void> {
    this.filling ??= this.startCalls()
      .catch(this.parts.onError)
      .finally(() => {
        this.filling = undefined;
      });
    return this.filling;
  }

  /** Starts as many calls as fit beside those under way. An event that has ended may have released its follower. */
  private async startCalls() {
    for (const event of await this.claim()) {
      const telling: Promise<void> = this.tell(event)
        .catch(this.parts.onError)
        .finally(() => {
          this.underWay.delete(telling);
          if (!this.isStopped) void this.fill();
        });
      this.underWay.set(telling, event);
    }
  }

  private get isStopped() {
    return this.pollers.some((poller) => poller.isStopped);
  }

  private async claim(): Promise<ClaimedPartnerEvent[]> {
    const { db, clock } = this.parts;
    const now = clock.now();
    const limit = (this.parts.atOnce ?? CONCURRENT_CALLS_MAX) - this.underWay.size;
    if (limit <= 0) return [];
    const connectorsUnderWay = [...this.underWay.values()].map(({ connector_id }) => connector_id);
    const claimed = await claimPartnerEvents(db.system, { now, limit, connectorsUnderWay });
    for (const event of claimed) if (event.is_trial) await postponePartnerEventsDuringTrial(db.system, event, now);
    return claimed;
  }

  private async tell(event: ClaimedPartnerEvent) {
    const attempt = await this.call(event);
    await this.parts.db.systemTransaction(event.tenant_id, (tx) => this.settle(tx, event, attempt));
  }

  private async call(event: ClaimedPartnerEvent): Promise<PartnerDeliveryAttempt> {
    const { egress, sealing, clock } = this.parts;
    const body = JSON.stringify(toPartnerMessage(event));
    try {
      const proof = createConnectorAuthHeaders(sealing, event, { id: event.id, body, at: clock.now() });
      const { status, headers } = await egress.send({
        url: connectorUrlOf(event, "/events"),
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": event.id, ...proof },
        body,
        timeoutMs: CALL_TIMEOUT_MS,
      });
      return {
        status,
        error: status >= 200 && status < 300 ? null : `HTTP ${status}`,
        retry_after: parseRetryAfterSeconds(headers["retry-after"], clock.now()) ?? null,
      };
    } catch (error) {
      if (!(error instanceof EgressError)) this.parts.onError(error as Error);
      return { status: null, error: truncateText((error as Error).message, 500), retry_after: null };
    }
  }

  private async settle(tx: Tx, event: ClaimedPartnerEvent, attempt: PartnerDeliveryAttempt) {
    const now = this.parts.clock.now();
    await this.countAnswer(tx, event, attempt);
    const first_tried_at = new Date(event.first_tried_at);
    const outcome = partnerDeliveryOutcomeOf(attempt, { attempts: event.attempts, first_tried_at, now });
    if (event.type === "location_updated") return settlePositionDelivery(tx, event, { outcome, attempt });
    if (outcome.kind === "delivered")
      return logDeliveredPartnerEvent(tx, event, { status: attempt.status ?? 200, now });
    const { status: last_status, error: last_error } = attempt;
    const due_at = outcome.kind === "again" ? outcome.due_at : now;
    const status =
      outcome.kind === "again" ? "CREATED" : outcome.kind === "expired" ? "FAILED" : "FAILED_UPDATE_CASE_IN_TF";
    const isOwn = (await updateFailedPartnerEvent(tx, event, { status, due_at, last_status, last_error })) > 0;
    if (isOwn && status !== "CREATED") await this.warnOfFailure(tx, event, last_error ?? "");
  }

  /** Counts an answer. Any answer ends the partner's pause; without one the pause begins or is extended. */
  private async countAnswer(tx: Tx, event: ClaimedPartnerEvent, attempt: PartnerDeliveryAttempt) {
    const now = this.parts.clock.now();
    if (!isPartnerFailure(attempt)) return closePartnerCircuitBreaker(tx, event);
    const counted = await recordPartnerFailure(tx, event, now);
    const seconds = partnerPauseSeconds(counted?.failures ?? 0);
    if (seconds > 0)
      await openPartnerCircuitBreaker(tx, event, { until: new Date(now.getTime() + seconds * 1000), now });
  }

  /** Warns the dispatcher of a failure, at most once an hour for one case. */
  private async warnOfFailure(tx: Tx, event: ClaimedPartnerEvent, reason: string) {
    const since = new Date(this.parts.clock.now().getTime() - HOUR_MS);
    if (await wasDispatcherWarned(tx, event, { kind: FAILED_DELIVERY_MESSAGE_KIND, since })) return;
    const { language, branch_id, natural_id } = await selectEventSubjectName(tx, event);
    await createCriticalMessage(tx, {
      kind: FAILED_DELIVERY_MESSAGE_KIND,
      ...failedDeliveryMessageText(language, { about: natural_id ?? event.type, reason }),
      args: { queued_event_id: event.id, type: event.type },
      branch_id,
      case_id: event.case_id,
      tour_id: event.tour_id,
    });
  }

  /** Warns the dispatchers of silent partners. A warning that fails delays no other tenant's, and is tried again. */
  private async warnOfSilence() {
    const { db, clock, onError } = this.parts;
    const before = new Date(clock.now().getTime() - SILENCE_BEFORE_WARNING_MS);
    for (const { tenant_id, connector_id } of await selectSilentPartners(db.system, before))
      await db
        .systemTransaction(tenant_id, async (tx) => {
          const silence = await markSilentPartnerReported(tx, connector_id, before);
          if (!silence) return;
          await createCriticalMessage(tx, {
            kind: SILENT_PARTNER_MESSAGE_KIND,
            ...silentPartnerMessageText(silence, silence.opened_at),
            branch_id: null,
          });
        })
        .catch(onError);
  }

  private async tellPositions() {
    const { db, clock } = this.parts;
    const now = clock.now();
    await deleteOldQueuedPositions(db.system, now);
    await queuePartnerPositions(db.system, now);
  }
}

/** Body that the partner gets; `sequence` grows with each event of one case, tour or vehicle. */
const toPartnerMessage = ({
  id,
  type,
  seq,
  external_id,
  case_id,
  tour_id,
  vehicle_id,
  created_at,
  payload,
}: ClaimedPartnerEvent) => ({
  id,
  type,
  sequence: seq,
  created_at,
  external_id,
  case_id,
  tour_id,
  vehicle_id,
  data: payload,
});

async function settlePositionDelivery(
  tx: Tx,
  event: ClaimedPartnerEvent,
  { outcome, attempt }: { outcome: PartnerDeliveryOutcome; attempt: PartnerDeliveryAttempt },
) {
  const { status: last_status, error: last_error } = attempt;
  const touched =
    outcome.kind === "again"
      ? await updateFailedPartnerEvent(tx, event, {
          status: "CREATED",
          due_at: outcome.due_at,
          last_status,
          last_error,
        })
      : await removeUndeliveredQueuedPosition(tx, event);
  if (touched === 0) await releaseNewerQueuedPosition(tx, event);
}
