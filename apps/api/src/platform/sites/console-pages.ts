import { stat } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptedRanges } from "../http/accept";
import { pageHeaders } from "../http/protecting-headers";

/** Styles may be inline because components place what they float by the style attribute; maps draw in workers from blobs. */
const PAGE_HEADERS = pageHeaders({});

const PAGE = "/index.html";
/** The names of these carry a hash of their content, so they never change. */
const HASHED = "/assets/";
/** Names as the build makes them; no dot in front, no escapes, no steps up. Whatever else is asked for is no file. */
const FILE_PATH = /^(\/[\w-][\w.-]*)+$/;

/**
 * The console at `/`: its files, and its one page for every other path that a browser opens. The folder is looked at
 * again with each request: a new build needs no restart, and without a build everything is answered as if there were none.
 */
export function addConsolePages(app: FastifyInstance, folder: string) {
  void app.register(staticFiles, { serve: false, preCompressed: true, cacheControl: false });
  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: async (request, reply) => {
      const path = (request.raw.url ?? "").split(/[?#]/, 1)[0] ?? "";
      const file = (await fileFor(path, folder)) ?? (isPage(path, request) ? await fileFor(PAGE, folder) : undefined);
      if (file === undefined) return reply.callNotFound();
      setHeaders(reply, file);
      return reply.sendFile(file, folder);
    },
  });
}

async function fileFor(path: string, folder: string): Promise<string | undefined> {
  if (isOfTheApi(path) || !FILE_PATH.test(path)) return undefined;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found?.isFile() ? path : undefined;
}

/** A file of an earlier build that is gone must not be answered with a page: the browser would run it as a script. */
const isPage = (path: string, { headers }: FastifyRequest) =>
  !isOfTheApi(path) && !path.startsWith(HASHED) && acceptedRanges(headers.accept ?? "").includes("text/html");

const isOfTheApi = (path: string) => path === "/api" || path.startsWith("/api/");

function setHeaders(reply: FastifyReply, file: string) {
  reply.headers({
    "cache-control": file.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "no-cache",
    ...PAGE_HEADERS,
  });
}
