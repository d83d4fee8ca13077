import { type ClientOptions, createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { QueryClient } from "@tanstack/react-query";
import { preferences } from "../state/preferences.ts";
import { session, sessionEnded, tenant } from "./session.ts";

export const baseUrl = window.location.origin;

/** In which the server says things to people; left out, it would follow the browser. */
const language = () => preferences.get().language ?? tenant.get()?.language ?? "de";

/** Ends the session when the server says that it has ended; who typed something signs in again over it. */
const watchedFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept-language", language());
    const response = await send(input, { ...init, headers });
    // A late answer to the session before says nothing about the one of whoever has signed in again in the meantime.
    const isOfSession = headers.get("authorization") === `Bearer ${session.get()?.token}`;
    if (response.status === 401 && isOfSession) sessionEnded.set(true);
    return response;
  };

type OwnOptions = Pick<ClientOptions, "fetch" | "attempts" | "timeoutMs" | "onRetry">;

/** The API within the session, for what takes longer than most or is carried in another way. */
export const apiWith = ({ fetch: send = (input, init) => fetch(input, init), ...more }: OwnOptions) =>
  createClient({ ...more, baseUrl, token: () => session.get()?.token, fetch: watchedFetch(send) });

/** The API as whoever is signed in. */
export const api = apiWith({});

const QUICK_MS = 5_000;
/** The API as the holder of a token, whoever is signed in here; tried once and not for long. */
export const apiOf = (token: string) =>
  createClient({ baseUrl, token: () => token, language: language(), attempts: 1, timeoutMs: QUICK_MS });

/** Calls of somebody who is not signed in yet, for a company. */
export const openApi = (tenantKey?: string) =>
  createClient({ baseUrl, ...(tenantKey === undefined ? {} : { tenantKey }), language: language() });

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The live stream says what has changed; what it does not know of is fetched again after a while.
      staleTime: 60_000,
      // The client itself repeats what may be repeated.
      retry: false,
      refetchOnWindowFocus: false,
    },
  },
});

export const isProblem = (error: unknown, code?: string): error is ApiProblem =>
  error instanceof ApiProblem && (code === undefined || error.code === code);
