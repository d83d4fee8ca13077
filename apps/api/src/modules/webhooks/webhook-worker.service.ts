import { randomUUID } from "node:crypto";
import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import type { LiveStreamServer } from "#platform/streams/live";
import type { VehiclePositionUpdate } from "#platform/streams/latest-value-feed";
import { IntervalPoller } from "#platform/background/poller";
import {
  claimWebhookTenantsForNode,
  releaseWebhookTenantsOfNode,
  selectWebhookWork,
  type TenantWebhookWork,
} from "./outbound.sql";
import { WebhookEventReader } from "./webhook-reader.service";
import { type WebhookSenderServices, WebhookSender } from "./webhook-sender.service";

export interface WebhookWorkerServices extends Omit<WebhookSenderServices, "owner"> {
  readonly live: Pick<LiveStreamServer, "onLocations">;
}

const WORKER_PAUSE_MS = 200;
/** Time for which a node may be silent before another one takes its tenants over. */
const TENANT_LEASE_MS = 15_000;

/**
 * Reads the log for webhooks and sends deliveries. One node at a time does both for a tenant; when it dies, another one
 * takes over from the cursor and the stored deliveries.
 */
export class WebhookWorker {
  private readonly owner = randomUUID();
  private readonly reader: WebhookEventReader;
  private readonly sender: WebhookSender;
  private readonly poller: IntervalPoller;
  /** Newest position of each vehicle, of tenants whose webhooks subscribe to positions. */
  private readonly locations = new Map<string, Map<string, VehiclePositionUpdate>>();
  private readonly toldLocationsAt = new Map<string, number>();

  constructor(private readonly parts: WebhookWorkerServices) {
    this.reader = new WebhookEventReader({ ...parts, owner: this.owner });
    this.sender = new WebhookSender({ ...parts, owner: this.owner });
    this.poller = new IntervalPoller(() => this.proceed(), WORKER_PAUSE_MS, parts.onError);
    parts.live.onLocations((news) => this.locations.get(news.tenant_id)?.set(news.payload.vehicle_id, news));
  }

  start() {
    this.poller.start();
  }

  /** Stops, and releases the tenants, so that another node can continue at once. */
  async stop() {
    await this.poller.stop();
    await this.sender.stop();
    await releaseWebhookTenantsOfNode(this.parts.db.system, this.owner).catch(this.parts.onError);
  }

  /** Does everything that is due by the clock, until nothing is. */
  async runDue() {
    await this.proceed();
    await this.sender.idle();
  }

  /** Repeats rounds until no tenant has more than fits into one; each tenant gets its turn in between. */
  private async proceed() {
    while (await this.proceedOnce());
  }

  /** Does one round; answers whether there is more. */
  private async proceedOnce(): Promise<boolean> {
    const { clock, db, onError } = this.parts;
    const now = clock.now();
    const until = new Date(now.getTime() + TENANT_LEASE_MS);
    await claimWebhookTenantsForNode(db.system, { owner: this.owner, now, until });
    const work = await selectWebhookWork(db.system, { owner: this.owner, now });
    const tenants = new Set(work.map(({ tenant_id }) => tenant_id));
    for (const known of this.locations.keys()) if (!tenants.has(known)) this.locations.delete(known);
    const inMemory = this.sender.keepTenants(tenants);
    let hasMore = false;
    for (const of of work) {
      try {
        hasMore = (await this.proceedWith(of, { now, hasLines: inMemory.has(of.tenant_id) })) || hasMore;
      } catch (error) {
        // A fault of one tenant does not affect the others.
        onError(error as Error);
      }
    }
    return hasMore && !this.poller.isStopped;
  }

  /** Does a tenant's work; what was read ahead for it is looked at again, because its webhooks may have been switched off. */
  private async proceedWith(
    work: TenantWebhookWork,
    { now, hasLines }: { readonly now: Date; readonly hasLines: boolean },
  ): Promise<boolean> {
    const { tenant_id, has_events, is_recovering, has_due } = work;
    const hasMore = has_events && (await this.reader.readOn(tenant_id));
    if (is_recovering) await this.reader.recover(tenant_id);
    const toldLocations = await this.tellLocations(work, now);
    if (has_events || is_recovering || has_due || toldLocations || hasLines) await this.sender.sendDue(tenant_id);
    return hasMore;
  }

  private async tellLocations({ tenant_id, wants_locations }: TenantWebhookWork, now: Date): Promise<boolean> {
    if (!wants_locations) {
      this.locations.delete(tenant_id);
      return false;
    }
    const latest = this.locations.get(tenant_id) ?? new Map<string, VehiclePositionUpdate>();
    this.locations.set(tenant_id, latest);
    const toldAt = this.toldLocationsAt.get(tenant_id) ?? 0;
    if (latest.size === 0 || now.getTime() - toldAt < webhookDeliveryLimits.location_seconds * 1000) return false;
    this.locations.set(tenant_id, new Map());
    this.toldLocationsAt.set(tenant_id, now.getTime());
    await this.reader.tellLocations(tenant_id, [...latest.values()]);
    return true;
  }
}
