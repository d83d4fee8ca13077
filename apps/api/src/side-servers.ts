/** Servers beside the product, on ports of their own: the metrics and the documentation site. */
import { fileURLToPath } from "node:url";
import type { Config } from "#platform/configuration/config";
import { trackConnections } from "#platform/http/limits/closing-server";
import { listenOnOtherLoopback, listenOrThrowStartupError } from "#platform/process/ports";
import { createDocsSite } from "#platform/sites/docs-site";
import type { Metrics } from "#platform/sites/metrics";
import type { LiveStreamServer } from "#platform/streams/live";

/** Folders, found from the sources and from the bundle alike, see tools/build.mjs. */
const docsDir = fileURLToPath(new URL("../../docs/build/", import.meta.url));
const docsProgressFile = fileURLToPath(new URL("../../docs/.docusaurus/progress.json", import.meta.url));

export type StopFunction = () => Promise<void>;

export async function serveMetrics(metrics: Metrics, config: Config, port: number): Promise<readonly StopFunction[]> {
  const { host } = config;
  const server = await listenOrThrowStartupError({ variable: "METRICS_PORT", host, port }, () =>
    metrics.serve(host, port, config),
  );
  const close = trackConnections(server);
  return [() => close(), await listenOnOtherLoopback(server)];
}

export async function serveDocs(
  { host, publicUrl, docsUrl, docsAnalytics, docsFeedback, demonstration }: Config,
  port: number,
): Promise<readonly StopFunction[]> {
  const site = createDocsSite({
    folder: docsDir,
    progressFile: docsProgressFile,
    apiOrigin: publicUrl,
    siteOrigin: docsUrl,
    analyticsScript: docsAnalytics,
    feedbackUrl: docsFeedback,
    demonstration,
  });
  const close = trackConnections(site.server);
  await listenOrThrowStartupError({ variable: "DOCS_PORT", host, port }, () => site.listen({ host, port }));
  return [() => close(() => site.close()), await listenOnOtherLoopback(site.server)];
}

export function addLiveMetrics(metrics: Metrics, live: LiveStreamServer) {
  metrics.gauge(
    "event_wait_seconds",
    "How long committed events have been waiting for their place in the log; look at it above 2 s.",
    () => live.status().wait_ms / 1000,
  );
  metrics.gauge("open_streams", "Live streams that are open.", () => live.status().open_streams);
  metrics.gauge(
    "dropped_streams",
    "Live streams that were cut off because their clients did not read.",
    () => live.status().dropped_streams,
  );
}
