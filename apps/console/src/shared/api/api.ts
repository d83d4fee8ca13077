import { type ClientOptions, createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { QueryClient } from "@tanstack/react-query";
import { currentLanguage } from "../text/texts.ts";
import { userSessionStore, sessionEndedStore } from "./session.ts";

export const apiBaseUrl = window.location.origin;

/** Fetches, and marks the session as ended when the server says so; the sign-in then opens over typed text. */
const fetchWatchingSession =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept-language", currentLanguage());
    const response = await send(input, { ...init, headers });
    // A late answer to the previous session says nothing about a session opened in the meantime.
    const isOfSession = headers.get("authorization") === `Bearer ${userSessionStore.get()?.token}`;
    if (response.status === 401 && isOfSession) sessionEndedStore.set(true);
    return response;
  };

type ApiOverrides = Pick<ClientOptions, "fetch" | "attempts" | "timeoutMs" | "onRetry">;

/** The API in this session, with a longer timeout or another transport. */
export const createConsoleApiClient = ({ fetch: send = (input, init) => fetch(input, init), ...more }: ApiOverrides) =>
  createClient({
    ...more,
    baseUrl: apiBaseUrl,
    token: () => userSessionStore.get()?.token,
    fetch: fetchWatchingSession(send),
  });

/** The API for the signed-in user. */
export const api = createConsoleApiClient({});

const QUICK_TIMEOUT_MS = 5_000;
/** The API for the holder of a token, whichever user is signed in; one attempt with a short timeout. */
export const createConsoleApiForToken = (token: string) =>
  createClient({
    baseUrl: apiBaseUrl,
    token: () => token,
    language: currentLanguage(),
    attempts: 1,
    timeoutMs: QUICK_TIMEOUT_MS,
  });

/** The API before sign-in, for a company. */
export const createConsoleApiBeforeSignIn = (tenantKey?: string) =>
  createClient({
    baseUrl: apiBaseUrl,
    ...(tenantKey === undefined ? {} : { tenantKey }),
    language: currentLanguage(),
  });

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The live stream reports changes; data that it does not cover is read again after a while.
      staleTime: 60_000,
      // The client itself repeats requests that may be repeated.
      retry: false,
      refetchOnWindowFocus: false,
    },
  },
});

export const isApiProblem = (error: unknown, code?: string): error is ApiProblem =>
  error instanceof ApiProblem && (code === undefined || error.code === code);
