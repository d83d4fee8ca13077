import { workerScope } from "./scope.ts";

/** Files that the app needs to start without network, and a name for this set of them; inserted by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const SHELL_CACHE = `shell-${SHELL_VERSION}`;
const SHELL_PAGE = "/driver/index.html";

workerScope.addEventListener("install", (event) => {
  // All files or none: with a part of them the app would start and then fail.
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.addAll(SHELL_FILES.map((file) => `/driver/${file}`))));
  // Requests to the API do not wake the worker. In Chromium, one that wakes it while it is stopped for a new version
  // delays that by up to five minutes.
  void event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" }).catch(() => undefined);
});

workerScope.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherCaches().then(() => workerScope.clients.claim()));
});

async function deleteOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL_CACHE).map((name) => caches.delete(name)));
}

workerScope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  // Answers of the API are never cached here: the app stores the data that it needs offline itself, encrypted.
  if (request.method !== "GET" || origin !== workerScope.location.origin || !pathname.startsWith("/driver")) return;
  event.respondWith(answerFromCache(request.mode === "navigate" ? new Request(SHELL_PAGE) : request));
});

async function answerFromCache(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL_CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The page sends this when nothing waits to be sent and no form is open. */
workerScope.addEventListener("message", (event) => {
  if (event.data === "take over") void workerScope.skipWaiting();
});
