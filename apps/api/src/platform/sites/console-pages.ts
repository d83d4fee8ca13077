import { stat } from "node:fs/promises";
import { join } from "node:path";
import { consolePaths } from "@leitstand/contract/core/console-paths";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseAcceptedMediaRanges, acceptsHtml } from "../http/accept";
import { createPageSecurityHeaders } from "../http/protecting-headers";

/**
 * Headers of console pages: styles may be inline because components position floating parts by the style attribute;
 * maps draw in workers from blobs.
 */
const CONSOLE_HEADERS = createPageSecurityHeaders({});

const PAGE_PATH = "/index.html";
/** Folder of files whose names carry a hash of their content, so that they never change. */
const HASHED_FILES_FOLDER = "/assets/";
const IMMUTABLE_CACHING = "public, max-age=31536000, immutable";
/** Paths of files as the build names them; no dot in front, no escapes, no steps up. Other paths are no files. */
const FILE_PATH_PATTERN = /^(\/[\w-][\w.-]*)+$/;

/**
 * Headers of the drivers' app: phones are handed around and lost, so a page may do what the app needs, and nothing
 * else.
 */
const DRIVER_HEADERS = {
  ...createPageSecurityHeaders({}),
  "content-security-policy": [
    "default-src 'none'",
    ...["script-src", "style-src", "img-src", "font-src", "connect-src", "manifest-src", "worker-src"].map(
      (name) => `${name} 'self'`,
    ),
    ...["base-uri", "form-action", "frame-ancestors"].map((name) => `${name} 'none'`),
    "require-trusted-types-for 'script'",
    "trusted-types worker",
  ].join("; "),
  "permissions-policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
};

interface AppSite {
  /** Folder with the build of the app. */
  readonly folder: string;
  /** Path below which the app is reached, without a slash at the end. */
  readonly base: string;
  /** Paths of its pages below that path, each with a slash in front. */
  readonly pagePaths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Adds the console at `/`: its files, and its one page for every other path that a browser opens. The folder is checked
 * with each request: a new build needs no restart, and without a build everything is answered as if there were none.
 */
export function addConsolePages(app: FastifyInstance, folder: string) {
  void app.register(staticFiles, { serve: false, preCompressed: true, cacheControl: false });
  addPages(app, { folder, base: "", pagePaths: Object.values(consolePaths), headers: CONSOLE_HEADERS });
}

/** Adds the drivers' app at `/driver/` in the same way; to be added beside the console. */
export function addDriverPages(app: FastifyInstance, folder: string) {
  addPages(app, { folder, base: "/driver", pagePaths: ["/"], headers: DRIVER_HEADERS });
  app.get("/driver", (_request, reply) => reply.redirect("/driver/", 308));
}

function addPages(app: FastifyInstance, { folder, base, pagePaths, headers }: AppSite) {
  app.route({
    method: ["GET", "HEAD"],
    url: `${base}/*`,
    handler: async (request, reply) => {
      const path = ((request.raw.url ?? "").split(/[?#]/, 1)[0] ?? "").slice(base.length);
      const isPageRequest = pagePaths.includes(path) ? acceptsHtml(request.headers.accept) : isVisit(path, request);
      const file = (await findFile(path, folder)) ?? (isPageRequest ? await findFile(PAGE_PATH, folder) : undefined);
      if (file === undefined) return reply.callNotFound();
      reply.headers({
        ...headers,
        "cache-control": file.startsWith(HASHED_FILES_FOLDER) ? IMMUTABLE_CACHING : "no-cache",
      });
      return reply.sendFile(file, folder);
    },
  });
}

async function findFile(path: string, folder: string): Promise<string | undefined> {
  if (isApiPath(path) || !FILE_PATH_PATTERN.test(path)) return undefined;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found?.isFile() ? path : undefined;
}

/**
 * Whether a browser visits a path that is no page of the app, which then says so. Other requests may look for a file
 * that is gone: one of an earlier build would be run as a script. The pages themselves go to every caller who does not
 * refuse HTML: curl, uptime checks and previews of links ask for any type.
 */
function isVisit(path: string, { headers }: FastifyRequest): boolean {
  return (
    !isApiPath(path) &&
    !path.startsWith(HASHED_FILES_FOLDER) &&
    parseAcceptedMediaRanges(headers.accept ?? "").includes("text/html")
  );
}

const isApiPath = (path: string) => path === "/api" || path.startsWith("/api/");
