import type { FastifyInstance } from "fastify";
import { type NodeBus, InProcessNodeBus } from "#platform/events/bus";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import { problemOfError } from "#platform/http/fault";
import { checkRequestBody } from "#platform/http/input/validation";
import { RateLimiter } from "#platform/http/limits/rate-limiter";
import { ConcurrencyLimiter } from "#platform/http/limits/concurrency-limiter";
import { type UnreadAnswerLimits, UnreadAnswerLimiter } from "#platform/http/limits/unread-answers";
import { addOperationRoutes, createHttpServer, type HttpServerOptions } from "#platform/http/server";
import { trackConnections } from "#platform/http/limits/closing-server";
import { type BackgroundJobHandler, BackgroundJobRunner } from "#platform/background/jobs";
import { LiveStreamServer, liveStreamDefaults, type LiveStreamOptions } from "#platform/streams/live";
import { AttachmentMessageSender } from "#platform/background/attached-messages";
import { type FailedAttempt, OutboxMessageSenders, reportMissingCarriersOnce } from "#platform/background/messages-out";
import type { OperationRoute } from "#platform/http/handler";
import { IntervalPoller } from "#platform/background/poller";
import { PrincipalCache } from "#platform/access/principals";
import { noProviderSettings, ProviderClients, type ProviderSettings } from "#platform/providers/providers";
import type { AllowedHost } from "#platform/egress/allowed-hosts";
import type { CarrierSettings } from "#platform/configuration/carrier-settings";
import { EgressClient, type EgressOptions } from "#platform/egress/egress";
import { SecretSealer, type SealingKey } from "#platform/process/sealing";
import { WebPushKey } from "#platform/process/web-push-key";
import { TenantKeyLookup } from "#platform/access/tenant-keys";
import { FileInspector, assetsFolderOf } from "#modules/assets/index";
import { refreshRepeatedCaseAnswer } from "#modules/cases/index";
import { PdfPrinter } from "#modules/documents/index";
import { handoverAttachmentMakers } from "#modules/handover-links/index";
import { findLogoPng } from "#modules/tenants/index";
import { addLogoFileRoute } from "#platform/sites/logo-files";
import { WebhookWorker } from "#modules/webhooks/index";
import { GeoDataLoader, createGeoFileStore } from "#modules/geo-data/index";
import { LocationReaderRecorder } from "#modules/location-readers/index";
import { createRouterLookup } from "#modules/roads/index";
import { refreshDueTourPlans, markDriftingTourPlansDue } from "#modules/tour-timing/index";
import { PartnerEventDelivery } from "#modules/queued-events/index";
import { SyncRunner } from "#modules/sync/index";
import { createCarriers } from "./carriers";
import { createHousekeepingTasks, recordUseAtStop } from "./housekeeping";
import { createJobHandlers } from "./jobs";
import { createRoutes, type NodeServices } from "./routes";

export interface AppOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Server-side secret for values too short to be protected by hashing alone: PINs and codes. */
  readonly pepper: string;
  /** Origin under which users reach the product, for links in mails; no slash at the end. */
  readonly publicUrl: string;
  /** Origin of the documentation site, to which problems link. */
  readonly docsUrl?: string | undefined;
  /** Folder in which files are kept. */
  readonly dataDir: string;
  readonly rateLimitFactor: number;
  /** Hours for which a live stream can be resumed. */
  readonly streamWindowHours: number;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number;
  /**
   * Whether it is a demonstration: answers this machine alone, and leaves codes and links readable in the outbox, where
   * they arrive.
   */
  readonly demonstration?: boolean;
  readonly logger: object | false;
  readonly checksAnswers: boolean;
  readonly onAnswer?: HttpServerOptions["onAnswer"];
  /** Whether answers are compressed; true unless set. */
  readonly httpCompression?: boolean;
  /** Limits for clients that do not read their answers: how many bytes may wait unread, and for how long. */
  readonly readers?: Partial<UnreadAnswerLimits>;
  /** Bus between nodes; without one this node is alone. */
  readonly bus?: NodeBus;
  readonly live?: Partial<LiveStreamOptions>;
  /** Servers for roads and addresses outside of the product; none unless configured. */
  readonly providers?: ProviderSettings;
  /** Servers for mails and SMS; none unless configured. */
  readonly carriers?: CarrierSettings;
  /** Keys that seal the secrets of tenants; one kept in `dataDir` unless named. */
  readonly sealingKeys?: readonly SealingKey[];
  /** Hosts outside the Internet that addresses named by tenants may lead to; none unless named. */
  readonly egressAllow?: readonly AllowedHost[];
  /** Options of outgoing requests, such as the look-up of names; tests replace it. */
  readonly egress?: Partial<EgressOptions>;
  /**
   * Routes that this app serves; the whole product when left out. Tests serve it with a fault, to see that it is found.
   */
  readonly routes?: (services: NodeServices) => readonly OperationRoute[];
}

/**
 * Milliseconds within which a node notices that another process has imported a map: one look at an index, whatever the
 * size of the database.
 */
const MAP_POLL_INTERVAL_MS = 1_000;

/**
 * Milliseconds within which a change of a tour reaches its plan, besides the two seconds in which further changes are
 * awaited.
 */
const TOUR_PLAN_REFRESH_MS = 500;
const APPROACH_CHECK_MS = 10_000;

/** Running parts of one node, in the order in which they need each other. */
export interface App {
  readonly server: FastifyInstance;
  readonly principals: PrincipalCache;
  /** Follows the event log and shows it on streams. Runs from the beginning. */
  readonly live: LiveStreamServer;
  readonly jobs: BackgroundJobRunner;
  readonly messages: OutboxMessageSenders;
  /** Sends messages with generated files, beside the others. */
  readonly attachedMessages: AttachmentMessageSender;
  /** Computes the plans of tours that are due or whose crews are early or late; both automatically once started. */
  readonly plans: { runDue(): Promise<number>; watch(): Promise<number> };
  /** Sends partners the events queued for them. */
  readonly partners: PartnerEventDelivery;
  readonly webhooks: WebhookWorker;
  /** Syncs branches and drivers from systems outside. */
  readonly sync: SyncRunner;
  /** Imported maps and postal codes, followed from the start on. */
  readonly geoData: GeoDataLoader;
  /** Runs once, at once, the housekeeping that otherwise runs from time to time. */
  tidyUp(): Promise<void>;
  readonly fileInspection: FileInspector;
  /** Starts background work: jobs, messages, housekeeping. */
  start(): void;
  /** Stops: lets running work finish, answers requests that have arrived, and leaves nothing behind. */
  stop(): Promise<void>;
}

type ErrorReporter = (message: string) => (error: Error, about?: Partial<FailedAttempt>) => void;

export async function createApp(options: AppOptions): Promise<App> {
  const log: ErrorReporter =
    (message) =>
    (err, { id, channel, attempts, retry_in_seconds } = {}) =>
      server.log.error({ err, id, channel, attempts, retry_in_seconds }, message);
  const shared = createSharedServices(options, log);
  const { principals, live, services } = shared;
  const parts: HttpServerOptions = {
    ...options,
    principals,
    tenantKeys: shared.tenantKeys,
    limiter: new RateLimiter(options.rateLimitFactor),
    concurrencyLimiter: new ConcurrencyLimiter(options.rateLimitFactor),
    readers: new UnreadAnswerLimiter(options.readers),
    compresses: options.httpCompression ?? true,
    onAnswer: options.onAnswer ?? (() => undefined),
    sealing: services.sealing,
    answerAgain: refreshRepeatedCaseAnswer,
  };
  const server = createHttpServer(parts);
  const closeServer = trackConnections(server.server);
  await server.register(async (scope) => addOperationRoutes(scope, (options.routes ?? createRoutes)(services), parts));
  addLogoFileRoute(server, (sha256) => findLogoPng(options.db.system, sha256));
  const background = createBackgroundWork(options, shared, log);
  await live.start();
  return {
    server,
    principals,
    live,
    jobs: background.jobs,
    messages: background.messages,
    attachedMessages: background.attachedMessages,
    plans: background.plans,
    partners: background.partners,
    webhooks: background.webhooks,
    sync: background.sync,
    geoData: services.geoData,
    tidyUp: background.tidyUp,
    fileInspection: services.fileInspection,
    start: background.start,
    async stop() {
      // Streams end first, because the server waits for its connections.
      await live.endStreams();
      await closeServer(() => server.close());
      await Promise.all([live.stop(), background.stop()]);
      await services.geoData.stop();
      services.fileInspection.stop();
      await services.press.stop();
      await recordUseAtStop(principals, services.locationReaders);
    },
  };
}

/**
 * Objects that requests and background work share: principals, the live feed, and the services that modules ask besides
 * the database.
 */
function createSharedServices(options: AppOptions, log: ErrorReporter) {
  const { db, clock } = options;
  const principals = new PrincipalCache(db, clock);
  const tenantKeys = new TenantKeyLookup(db);
  const bus = options.bus ?? new InProcessNodeBus();
  const live = new LiveStreamServer(
    { db, clock, principals, tenantKeys, bus, onError: (error) => log("the live feed failed; it goes on")(error) },
    { ...liveStreamDefaults, limitFactor: options.rateLimitFactor, ...options.live },
  );
  const geoData = new GeoDataLoader({
    db,
    files: createGeoFileStore(options.dataDir),
    onError: (error) => log("imported maps could not be loaded; what was loaded goes on")(error),
  });
  const providers = new ProviderClients(options.providers ?? noProviderSettings, clock);
  const services: NodeServices = {
    ...options,
    live,
    providers,
    geoData,
    egress: new EgressClient({ allow: options.egressAllow ?? [], ...options.egress }),
    sealing: new SecretSealer(options.sealingKeys ?? [], options.dataDir),
    fileInspection: new FileInspector({ onEnd: log("the process that looks at files ended over one") }),
    press: new PdfPrinter(assetsFolderOf(options.dataDir)),
    webPushKey: new WebPushKey(options.dataDir),
    locationReaders: new LocationReaderRecorder(db.system, clock),
  };
  return { principals, tenantKeys, live, services };
}

/** Rules of requests, for work that is done without one. */
const requestRules = { checkBody: checkRequestBody, problemOf: problemOfError };

/** Creates the background work of a node: jobs, messages, housekeeping, and the check for imported maps. */
function createBackgroundWork(
  options: AppOptions,
  { services, principals }: Pick<ReturnType<typeof createSharedServices>, "services" | "principals">,
  log: ErrorReporter,
) {
  const { db, clock, streamWindowHours } = options;
  const handlers: Readonly<Record<string, BackgroundJobHandler>> = createJobHandlers(services);
  const jobs = new BackgroundJobRunner({ db, clock, handlers, onError: log("a job failed") });
  const sending = {
    ...options,
    carriers: createCarriers(options, services),
    onError: reportMissingCarriersOnce(log("a message was not sent")),
  };
  const messages = new OutboxMessageSenders(sending);
  const attachedMessages = new AttachmentMessageSender({ ...sending, makers: handoverAttachmentMakers(services) });
  const partners = new PartnerEventDelivery({ ...services, onError: log("a partner was not told") });
  const webhooks = new WebhookWorker({ ...services, onError: log("webhooks were not called; they will be") });
  const sync = new SyncRunner({ ...services, ...requestRules, onError: log("a sync was not carried out") });
  const housekeeping = createHousekeepingTasks({ ...services, streamWindowHours }, principals, log);
  const followingMaps = new IntervalPoller(
    () => services.geoData.refresh(),
    MAP_POLL_INTERVAL_MS,
    log("imported maps are not followed"),
  );
  const routers = createRouterLookup(services.providers, services.geoData);
  const plans = {
    runDue: () => refreshDueTourPlans({ ...services, routers }),
    watch: () => markDriftingTourPlansDue(services),
  };
  const timing = [
    new IntervalPoller(() => plans.runDue(), TOUR_PLAN_REFRESH_MS, log("the plan of a tour was not computed")),
    new IntervalPoller(() => plans.watch(), APPROACH_CHECK_MS, log("crews were not compared with their plans")),
  ];
  return {
    jobs,
    messages,
    attachedMessages,
    plans,
    partners,
    webhooks,
    sync,
    tidyUp: () => housekeeping.tidyUp(),
    start() {
      jobs.start();
      messages.start();
      attachedMessages.start();
      partners.start();
      webhooks.start();
      sync.start();
      void services.geoData.warm();
      followingMaps.start();
      for (const chore of [...timing, ...housekeeping.pollers]) chore.start();
    },
    async stop() {
      const senders = [messages, attachedMessages, partners, webhooks];
      const parts = [jobs, ...senders, sync, followingMaps, ...timing, ...housekeeping.pollers];
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
