import { worker } from "./scope.ts";

/** Files that the app is started from without network, and a name for this set of them; written in by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const CACHE = `shell-${SHELL_VERSION}`;
const PAGE = "/driver/index.html";

worker.addEventListener("install", (event) => {
  // All or nothing: with a part of the files the app would start and then stand still.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL_FILES.map((file) => `/driver/${file}`))));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  // Data never: what the app knows without network it keeps itself, sealed.
  if (request.method !== "GET" || origin !== worker.location.origin || !pathname.startsWith("/driver")) return;
  event.respondWith(answer(request.mode === "navigate" ? new Request(PAGE) : request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The page asks for it when nothing waits to be sent and no form is open. */
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});
