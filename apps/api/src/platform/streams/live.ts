import { STREAM_HEARTBEAT_SECONDS } from "@leitstand/contract/operation/limits";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { NodeBus } from "../events/bus";
import type { Clock } from "../clock";
import type { Database, RightsOrTenantChange } from "../database/database";
import { EventLog, type EventLogOptions, eventLogDefaults, type LoggedEvent } from "../events/event-log";
import type { EventCursor } from "../events/event-cursor";
import { haveRightsChangedSince } from "../events/rights-changes";
import { takeOverSocket, EventStream } from "./event-stream";
import { authorize } from "../access/authorize";
import { LatestPositionFeed, type VehiclePositionUpdate } from "./latest-value-feed";
import type { Principal } from "../access/principal";
import type { PrincipalCache } from "../access/principals";
import { StreamHub } from "./stream-hub";
import type { TenantKeyLookup } from "../access/tenant-keys";

export interface LiveStreamDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: NodeBus;
  readonly principals: PrincipalCache;
  readonly tenantKeys: TenantKeyLookup;
  readonly onError: (error: Error) => void;
}
export interface LiveStreamOptions {
  readonly log: EventLogOptions;
  readonly heartbeatMs: number;
  /** Milliseconds between two searches for expired tokens. */
  readonly sweepMs: number;
  /** Events kept in memory for clients that come back; older events are read from the table. */
  readonly ring: { readonly frames: number; readonly bytes: number };
  readonly limitFactor: number;
}
export const liveStreamDefaults: LiveStreamOptions = {
  log: eventLogDefaults,
  heartbeatMs: STREAM_HEARTBEAT_SECONDS * 1000,
  sweepMs: 2_000,
  ring: { frames: 20_000, bytes: 16_777_216 },
  limitFactor: 1,
};

const RECORD_USE_INTERVAL_MS = 60_000;
/** Milliseconds that events may wait for their place in the log before dispatchers are told that data is delayed. */
const DELAYED_AFTER_MS = 2_000;
const WATCH_DELAY_MS = 500;

/** Parts of a raw call that open a stream: request, reply and caller. */
export interface StreamCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly principal: Principal;
}

/** Payload of internal events: the users or devices that the change concerns; without ids the whole tenant. */
interface AccessChange {
  readonly tenant_id: string;
  readonly user_id?: string | null;
  readonly device_id?: string | null;
  readonly token_id?: string | null;
}

/** Follower of the event log in a node: its streams, and its caches of callers' rights. */
export class LiveStreamServer {
  private readonly log: EventLog;
  private readonly hub: StreamHub;
  private readonly locations: LatestPositionFeed;
  private sweeper: NodeJS.Timeout | undefined;
  private recorder: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  private isDelayed = false;

  constructor(
    private readonly parts: LiveStreamDependencies,
    private readonly options: LiveStreamOptions = liveStreamDefaults,
  ) {
    const { db, clock, bus, principals, onError } = parts;
    this.log = new EventLog(db, onError, options.log);
    const recheck = (principal: Principal) => principals.reload(principal);
    const haveRightsChanged = (principal: Principal, since: EventCursor) =>
      haveRightsChangedSince(db, principal, since);
    this.hub = new StreamHub({ log: this.log, clock, onError, recheck, haveRightsChanged }, options);
    this.locations = new LatestPositionFeed(bus, (frame) => this.hub.deliver(frame));
    this.log.onEvents((events) => this.onInternalEvents(events));
    this.log.onRestart(() => this.resetStreams());
  }

  async start() {
    const { bus, db, onError } = this.parts;
    await this.log.start();
    this.hub.start();
    await bus.start({
      onWake: this.log.wake,
      onCast: (text) => (text.startsWith("{") ? this.follow(JSON.parse(text)) : this.locations.hear(text)),
    });
    db.announced = (news) => {
      if (news) {
        this.follow(news);
        bus.cast(JSON.stringify(news));
      }
      bus.wake();
    };
    this.sweeper = setInterval(() => void this.hub.sweep().catch(onError), this.options.sweepMs);
    this.sweeper.unref();
    this.watch = setInterval(() => this.watchDelay(), WATCH_DELAY_MS);
    this.watch.unref();
    // An open stream counts as use of its token, however few calls the client makes.
    this.recorder = setInterval(
      () => void this.parts.principals.recordUse(this.hub.listening).catch(onError),
      RECORD_USE_INTERVAL_MS,
    );
    this.recorder.unref();
  }

  /** Callers that have an open stream. */
  get listening(): readonly Principal[] {
    return this.hub.listening;
  }

  /** Ends all streams, so that clients resume on another node; new ones are refused. */
  endStreams() {
    return this.hub.stop();
  }

  async stop() {
    clearInterval(this.sweeper);
    clearInterval(this.recorder);
    clearInterval(this.watch);
    await this.hub.stop();
    this.locations.stop();
    await this.parts.bus.stop();
    await this.log.stop();
  }

  /** Answers a request with the live stream. Throws when the caller has too many streams open. */
  stream({ request, reply, principal }: StreamCall, operation: Operation): FastifyReply {
    this.hub.admit(principal);
    const last = request.headers["last-event-id"];
    const socket = takeOverSocket(reply, this.parts.clock);
    const mayListen = (listener: Principal) => void authorize(operation, listener);
    if (socket) {
      const stream = new EventStream(socket, principal, mayListen);
      this.hub.open(stream, Array.isArray(last) ? last[0] : last);
    }
    return reply;
  }

  /** Sends the position of a vehicle to streams that are open at this moment. May get lost. */
  publishLocation(news: VehiclePositionUpdate) {
    this.locations.publish(news);
  }

  /** Passes on positions of all nodes as streams show them; each may get lost. One listener at a time. */
  onLocations(listener: (news: VehiclePositionUpdate) => void) {
    this.locations.onNews = listener;
  }

  /** Reason why streams may be behind, as a sentence that is safe to publish. */
  findDelay(): string | undefined {
    const ms = this.log.waitMs();
    return ms < DELAYED_AFTER_MS ? undefined : `Events have been waiting for ${Math.round(ms / 1_000)} s.`;
  }

  private watchDelay() {
    const ms = this.log.waitMs();
    if (ms >= DELAYED_AFTER_MS === this.isDelayed) return;
    this.isDelayed = !this.isDelayed;
    this.hub.tellDelay(this.isDelayed ? new Date(this.parts.clock.now().getTime() - ms) : undefined);
  }

  /** Returns values for metrics; a wait above 2 s needs an operator's attention. */
  status() {
    return { wait_ms: this.log.waitMs(), open_streams: this.hub.openStreams, dropped_streams: this.hub.droppedStreams };
  }

  /** Resets all streams: nothing read from the old log is certain, neither events nor rights. */
  private resetStreams() {
    const { principals, tenantKeys, onError } = this.parts;
    onError(new Error("The event log was started over, after a fail-over or a restore: all streams are reset"));
    principals.forget();
    tenantKeys.forget();
    this.hub.restart();
    this.hub.recheck(() => true).catch(onError);
  }

  private onInternalEvents(events: readonly LoggedEvent[]) {
    for (const { internal, type, payload, tenant_id } of events) {
      // The event may name another tenant than its own: a platform administrator has changed that tenant.
      if (internal) this.follow({ type, payload: { tenant_id, ...(JSON.parse(payload) as object) } });
    }
  }

  /**
   * Forgets changed principals and tenants and checks open streams again. Told right after the commit, here and by a
   * cast to the other nodes: the log tells it for certain, but later, and a user who was signed out must be out at
   * once.
   */
  private follow({ type, payload }: RightsOrTenantChange) {
    const { principals, tenantKeys, onError } = this.parts;
    const concern = payload as AccessChange;
    principals.forget(concern.tenant_id);
    if (type === "tenant changed") tenantKeys.forget();
    this.hub.recheck((principal) => concernsPrincipal(concern, principal)).catch(onError);
  }
}

function concernsPrincipal(concern: AccessChange, principal: Principal): boolean {
  if (concern.tenant_id !== principal.tenant_id) return false;
  const named = [concern.user_id, concern.device_id, concern.token_id].filter((id) => typeof id === "string");
  const own = [principal.user_id, principal.device_id, principal.token_id];
  return named.length === 0 || named.some((id) => own.includes(id));
}
