import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { type Clock, systemClock } from "../clock";
import { isLocalRequest } from "../process/this-machine";
import { createPageSecurityHeaders, dataSecurityHeaders } from "../http/protecting-headers";
import { createParserErrorHandler } from "../http/raw-errors";
import { UnreadAnswerLimiter } from "../http/limits/unread-answers";
import { findRepeatedHeader } from "../http/input/repeated-header";
import { closeAfterUnreadBody, delayContinueAnswers, markAnsweredEarly } from "../http/limits/unread-body";
import { answerDocsSiteNotBuilt } from "./docs-progress";
import { SiteTextsWithPublicUrl } from "./site-texts";

export interface DocsSiteOptions {
  /** Folder with the build of apps/docs. */
  readonly folder: string;
  /**
   * File in which the build of the site writes its progress; without the file visitors are told that the site is
   * missing.
   */
  readonly progressFile?: string;
  readonly clock?: Clock;
  /** Origin of the API that "try it" calls. */
  readonly apiOrigin: string;
  /** Origin by which users reach the site; by default the one that it was built for. */
  readonly siteOrigin?: string | undefined;
  /** Script of web analytics, which pages load only after consent. */
  readonly analyticsScript?: string | undefined;
  /** Address to which pages send the reader's answer to "Was this page helpful?". */
  readonly feedbackUrl?: string | undefined;
  /** Whether the site answers this machine alone, as the product beside it does. */
  readonly demonstration?: boolean;
}

/** Facts that the build writes about itself, see apps/docs/steps. */
interface BuildManifest {
  /** Addresses of all pages, with or without a slash at the end, as they are meant to be read. */
  readonly routes: readonly string[];
  /** Hashes of the scripts inside pages, as a content security policy names them. */
  readonly script_hashes: readonly string[];
  /** The origin that was written into pages and lists of pages. */
  readonly site_url: string;
  /** Addresses that are no pages, each with the page that is meant. */
  readonly redirects: Readonly<Record<string, string>>;
}

interface DocsBuild {
  readonly manifest: BuildManifest;
  readonly texts: SiteTextsWithPublicUrl;
}

const MANIFEST_FILE = "served.json";
const NOT_FOUND_PAGE = "/404.html";
/** Folder of files whose names carry a hash of their content, so that they never change. */
const HASHED_FILES_FOLDER = "/assets/";
/** Paths of files as the build names them; no dot in front, no escapes, no steps up. */
const FILE_PATH_PATTERN = /^(\/[\w-][\w.~-]*)+$/;
const PAGE_SUFFIX_PATTERN = /(\/index)?\.html$/;

/**
 * Creates the server of the documentation site: static files, one address for each page, and the not-found page for
 * everything else.
 */
export function createDocsSite(options: DocsSiteOptions): FastifyInstance {
  const { folder, clock = systemClock } = options;
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { querystringParser: () => ({}) },
    frameworkErrors: (_error, _request, reply) => void refuseAddress(reply),
    clientErrorHandler: createParserErrorHandler(clock),
  });
  delayContinueAnswers(app.server, app.routing);
  new UnreadAnswerLimiter().watch(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(dataSecurityHeaders);
    // The site takes no request bodies, so none is read.
    closeAfterUnreadBody(request, reply);
    if (findRepeatedHeader(request.raw) !== undefined) return void reply.code(400).send();
    if (request.is404) return void reply.code(405).header("allow", "GET, HEAD").send();
    done();
  });
  const readBuild = createBuildReader(options);
  if (options.demonstration)
    app.addHook("onRequest", async (request, reply) => {
      if (!isLocalRequest(request.raw))
        await reply.code(421).type("text/plain").send("A demonstration answers its own machine alone, as localhost.\n");
    });
  void app.register(staticFiles, { serve: false, preCompressed: true, cacheControl: false });
  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: async (request, reply) => {
      const build = await readBuild();
      if (build === undefined) return answerDocsSiteNotBuilt(request, reply, { ...options, clock });
      const { manifest } = build;
      setPageHeaders(reply, manifest, options);
      const { path, query } = splitAddress(request.raw.url ?? "/");
      if (path === "/site.json") return reply.header("cache-control", "no-cache").send(runtimeFactsOf(options));
      const page = canonicalPage(path, manifest.routes);
      if (page !== undefined && page !== path) return reply.redirect(page + query, 301);
      const meant = manifest.redirects[path.replace(/\/$/, "")];
      if (meant !== undefined) return reply.redirect(meant + query, 301);
      const file = page === undefined ? await findExistingFile(path, folder) : fileOfPage(page);
      if (file === undefined && PAGE_SUFFIX_PATTERN.test(path))
        return reply.redirect(stripPageSuffix(path) + query, 301);
      if (file === undefined) reply.code(404);
      return sendFile(reply, file ?? NOT_FOUND_PAGE, { folder, texts: build.texts });
    },
  });
  app.addHook("onResponse", (request, _reply, done) => {
    markAnsweredEarly(request);
    done();
  });
  return app;
}

const refuseAddress = (reply: FastifyReply) => reply.headers(dataSecurityHeaders).code(400).send();

/** Reads the build's manifest when its file has changed: the build may be made again while it is served. */
function createBuildReader({ folder, siteOrigin }: DocsSiteOptions): () => Promise<DocsBuild | undefined> {
  let known: { readonly changedAt: number; readonly build: DocsBuild } | undefined;
  return async () => {
    const path = join(folder, MANIFEST_FILE);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return undefined;
    if (known?.changedAt !== found.mtimeMs) {
      const manifest = JSON.parse(await readFile(path, "utf8")) as BuildManifest;
      const texts = new SiteTextsWithPublicUrl(folder, {
        built: manifest.site_url,
        served: siteOrigin ?? manifest.site_url,
      });
      known = { changedAt: found.mtimeMs, build: { manifest, texts } };
    }
    return known.build;
  };
}

function splitAddress(address: string): { path: string; query: string } {
  const cut = address.search(/[?#]/);
  return cut < 0 ? { path: address, query: "" } : { path: address.slice(0, cut), query: address.slice(cut) };
}

/** Canonical address of the page: without `.html` or `/index.html`, with the slash where it has one. */
function canonicalPage(path: string, routes: readonly string[]): string | undefined {
  const bare = stripPageSuffix(path).replace(/\/$/, "");
  return routes.find((route) => route === bare || route === `${bare}/`);
}

/** Keeps one slash in front at most: two would send the browser to another host. */
const stripPageSuffix = (path: string) => path.replace(PAGE_SUFFIX_PATTERN, "").replace(/^\/*/, "/");

const fileOfPage = (page: string) => `${page.replace(/\/$/, "")}/index.html`;

async function findExistingFile(path: string, folder: string): Promise<string | undefined> {
  if (!FILE_PATH_PATTERN.test(path) || PAGE_SUFFIX_PATTERN.test(path) || path === `/${MANIFEST_FILE}`) return undefined;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found?.isFile() ? path : undefined;
}

function sendFile(
  reply: FastifyReply,
  file: string,
  { folder, texts }: { folder: string; texts: SiteTextsWithPublicUrl },
) {
  const isKept = file.startsWith(HASHED_FILES_FOLDER);
  reply.header("cache-control", isKept ? "public, max-age=31536000, immutable" : "no-cache");
  return texts.concerns(file) ? texts.send(reply, file) : reply.sendFile(file, folder);
}

function setPageHeaders(reply: FastifyReply, { script_hashes }: BuildManifest, options: DocsSiteOptions) {
  const { apiOrigin, analyticsScript, feedbackUrl } = options;
  const analytics = analyticsScript === undefined ? [] : [new URL(analyticsScript).origin];
  const feedback = feedbackUrl === undefined ? [] : [new URL(feedbackUrl).origin];
  // Style attributes are allowed, because the reference and the code blocks colour by them.
  reply.headers(
    createPageSecurityHeaders({
      "script-src": [...script_hashes, ...analytics],
      "img-src": analytics,
      "font-src": ["data:"],
      "connect-src": [apiOrigin, ...analytics, ...feedback],
    }),
  );
}

/** Facts that pages cannot know when they are built. */
const runtimeFactsOf = ({ apiOrigin, analyticsScript, feedbackUrl }: DocsSiteOptions) => ({
  api_url: `${apiOrigin}/api/v1`,
  analytics_script: analyticsScript ?? null,
  feedback_url: feedbackUrl ?? null,
});
