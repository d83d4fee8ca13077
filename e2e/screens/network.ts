/** Failures of a network or a server for a page, made between the browser and the server. */
import type { Page, Route } from "playwright-core";
import { createErrorBody } from "../../apps/api/src/platform/http/error-answer";
import { problem } from "../../apps/api/src/platform/problem";

const dataRequestPattern = /\/api\/v1\/(dashboard|cases|cases-request|tours|vehicles)(\/|\?|$)/;

/** Keeps all answers from arriving. */
export const holdAnswersBack = (page: Page) => page.route(dataRequestPattern, () => new Promise<void>(() => undefined));

/** Answers all requests with errors. */
export const failRequests = (page: Page) =>
  page.route(dataRequestPattern, (route) =>
    route.fulfill({
      status: 500,
      json: createErrorBody(problem("INTERNAL_ERROR"), {
        now: new Date("2026-11-18T08:41:00Z"),
        traceId: "0af7651916cd43dd8448eb211c80319c",
        language: route.request().headers()["accept-language"],
      }),
    }),
  );

/** Lets all answers arrive, but breaks the stream off and refuses to open it again. */
export const breakLiveStream = (page: Page) =>
  page.route(/\/api\/v1\/dashboard(\?|$)/, (route) => (isStreamRequest(route) ? route.abort() : route.continue()));

/** A new company: the lists of all answers are empty. */
export const answerWithEmptyLists = (page: Page) =>
  page.route(dataRequestPattern, async (route) => {
    if (isStreamRequest(route)) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as unknown;
    const empty = Array.isArray(answer) ? [] : emptyListsIn(answer as Record<string, unknown>);
    return route.fulfill({ response, json: empty });
  });

const emptyListsIn = (answer: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      Array.isArray(value) ? [] : key === "meta" ? emptyMeta(value) : value,
    ]),
  );
const emptyMeta = (meta: unknown) =>
  Object.fromEntries(
    Object.entries(meta as Record<string, unknown>).map(([key, value]) => [key, /total|count/.test(key) ? 0 : value]),
  );

const isStreamRequest = (route: Route) => route.request().headers()["accept"]?.includes("text/event-stream") ?? false;
