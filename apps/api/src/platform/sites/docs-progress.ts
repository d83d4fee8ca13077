import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock";
import { acceptsHtml } from "../http/accept";
import { createPageSecurityHeaders } from "../http/protecting-headers";

interface BuildUnderWay {
  readonly started_at: string;
  readonly usual_seconds: number;
}
/** Progress that a build of the site writes down about itself, see tools/build-progress.mjs. */
type BuildProgress = BuildUnderWay | { readonly failed: true };

const SECOND_MS = 1_000;
const RELOAD_SECONDS = 5;

/** Script that asks for the same address until it is a page of the site, and then opens that. */
const reloadScript = `
const bar = document.querySelector("progress");
const left = document.querySelector("#left");
let shown = "";
function show() {
  const seconds = Math.ceil(bar.max - bar.value);
  const text = seconds > 0 ? "About " + Math.ceil(seconds / 5) * 5 + " seconds left." : "It takes longer than usual.";
  if (text !== shown) left.textContent = shown = text;
  bar.value += 1;
}
async function look() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (answer && answer.status !== 503) location.reload();
}
if (bar) { show(); setInterval(show, 1000); }
setInterval(look, 2000);
`;
/** Hash of the script as a content security policy names it. */
export const reloadScriptHash = `'sha256-${createHash("sha256").update(reloadScript).digest("base64")}'`;

const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 Inter, system-ui, sans-serif; accent-color: #0b6e8f; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { width: min(32rem, calc(100vw - 3rem)); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
p { margin: 0 0 1rem; }
progress { width: 100%; height: 0.75rem; }
`;

const renderProgressPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
<script>${reloadScript}</script>
</body>
</html>
`;

interface ProgressPage {
  readonly title: string;
  readonly content: string;
  readonly retryAfterSeconds?: number;
}

const NOT_BUILT_PAGE: ProgressPage = {
  title: "The site has not been built.",
  content: "<p><code>npm start</code> builds it. This page opens it when it is there.</p>",
};
const FAILED_PAGE: ProgressPage = {
  title: "The documentation could not be built.",
  content: "<p>The terminal that runs <code>npm start</code> says why. The product itself is running.</p>",
};

function buildUnderWayPage({ started_at, usual_seconds: usual }: BuildUnderWay, clock: Clock): ProgressPage {
  const passed = Math.max(0, Math.round((clock.now().getTime() - Date.parse(started_at)) / SECOND_MS));
  return {
    title: "The documentation is being built.",
    content: `<p>This page turns into the documentation by itself. The product is running already.</p>
<progress max="${usual}" value="${Math.min(passed, usual)}" aria-label="Building the documentation"></progress>
<p id="left">This takes about ${usual} seconds.</p>`,
    retryAfterSeconds: Math.max(RELOAD_SECONDS, usual - passed),
  };
}

/**
 * Reads the progress file; undefined when it is missing, cut off or no progress, as the site then simply has not been
 * built.
 */
async function readBuildProgress(file: string | undefined): Promise<BuildProgress | undefined> {
  if (file === undefined) return undefined;
  try {
    const progress: unknown = JSON.parse(await readFile(file, "utf8"));
    return isBuildProgress(progress) ? progress : undefined;
  } catch {
    return undefined;
  }
}

function isBuildProgress(value: unknown): value is BuildProgress {
  if (typeof value !== "object" || value === null) return false;
  if ("failed" in value) return value.failed === true;
  if (!("started_at" in value && "usual_seconds" in value)) return false;
  return !Number.isNaN(Date.parse(String(value.started_at))) && typeof value.usual_seconds === "number";
}

interface ProgressSource {
  readonly progressFile?: string | undefined;
  readonly clock: Clock;
}

/**
 * Answers an address of the site as long as there is no site: 503, as a page or in one line of text, with the progress
 * of the build.
 */
export async function answerDocsSiteNotBuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  { progressFile, clock }: ProgressSource,
) {
  const progress = await readBuildProgress(progressFile);
  const { title, content, retryAfterSeconds } =
    progress === undefined ? NOT_BUILT_PAGE : "failed" in progress ? FAILED_PAGE : buildUnderWayPage(progress, clock);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  reply.code(503).header("cache-control", "no-store").header("vary", "accept");
  if (!acceptsHtml(request.headers.accept)) return reply.type("text/plain; charset=utf-8").send(`${title}\n`);
  return reply
    .headers(createPageSecurityHeaders({ "script-src": [reloadScriptHash] }))
    .type("text/html; charset=utf-8")
    .send(renderProgressPage(title, content));
}
