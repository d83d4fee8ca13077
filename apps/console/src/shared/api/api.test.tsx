import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, createConsoleApiClient } from "./api.ts";
import { userSessionStore, sessionEndedStore } from "./session.ts";

const setSessionToken = (token: string) =>
  userSessionStore.set({ token, email: "dispo1@bestattung.example", expires_at: "2026-11-21T20:00:00Z" });

describe("a session that the server has ended", () => {
  let answer: (response: Response) => void;
  beforeEach(() => {
    sessionEndedStore.set(false);
    setSessionToken("old");
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  });
  afterEach(() => vi.unstubAllGlobals());

  const refused = () =>
    Response.json({ code: "AUTH_TOKEN_INVALID", title: "", message: "", args: [] }, { status: 401 });
  const ask = () => expect(api.getUserInfo()).rejects.toMatchObject({ status: 401 });

  it("the console asks to sign in again when a request finds that the session has ended", async () => {
    const asked = ask();
    answer(refused());
    await asked;
    expect(sessionEndedStore.get()).toBe(true);
  });

  it("the console asks to sign in again when an upload with progress finds that the session has ended", async () => {
    const carried = createConsoleApiClient({ fetch: () => Promise.resolve(refused()) });
    await expect(carried.getUserInfo()).rejects.toMatchObject({ status: 401 });
    expect(sessionEndedStore.get()).toBe(true);
  });

  /** Sends a window the news that a user has signed in in another one. */
  const hearSignIn = (email: string) => {
    const newValue = JSON.stringify({ token: "new", email, expires_at: "2026-11-21T20:00:00Z" });
    window.dispatchEvent(new StorageEvent("storage", { key: "leitstand.session", newValue }));
  };

  it("the console goes on when the same user has signed in again in another window", () => {
    sessionEndedStore.set(true);
    hearSignIn("dispo1@bestattung.example");
    expect([sessionEndedStore.get(), userSessionStore.get()?.token]).toEqual([false, "new"]);
  });

  it("the console loads again when another user has signed in in another window", () => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    hearSignIn("dispo2@bestattung.example");
    expect(reload).toHaveBeenCalledOnce();
  });

  it("a late 401 of an ended session does not ask a user to sign in who has already done so", async () => {
    const asked = ask();
    setSessionToken("new");
    answer(refused());
    await asked;
    expect(sessionEndedStore.get()).toBe(false);
  });
});
