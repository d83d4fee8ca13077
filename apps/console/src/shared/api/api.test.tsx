import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, createConsoleApiBeforeSignIn, createConsoleApiClient } from "./api.ts";
import { userSessionStore, sessionEndedStore } from "./session.ts";

const session = { short_code: "bestattung", email: "dispo1@bestattung.example", expires_at: "2026-11-21T20:00:00Z" };
const setSessionToken = (token: string) => userSessionStore.set({ ...session, token });

describe("a session that the server has ended", () => {
  let answer: (response: Response) => void;
  beforeEach(() => {
    sessionEndedStore.set(false);
    setSessionToken("old");
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

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
  const hearSignIn = (changed: Partial<typeof session> = {}) => {
    const newValue = JSON.stringify({ ...session, token: "new", ...changed });
    localStorage.setItem("leitstand.session", newValue);
    window.dispatchEvent(new StorageEvent("storage", { key: "leitstand.session", newValue }));
  };

  it("the console goes on when the same user has signed in again in another window", () => {
    sessionEndedStore.set(true);
    hearSignIn();
    expect([sessionEndedStore.get(), userSessionStore.get()?.token]).toEqual([false, "new"]);
  });

  it("a window that hears late of a sign-out keeps the session of the sign-in that followed", () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const newSession = JSON.stringify({ ...session, token: "new" });
    localStorage.setItem("leitstand.session", newSession);
    window.dispatchEvent(new StorageEvent("storage", { key: "leitstand.session", newValue: null }));
    expect([localStorage.getItem("leitstand.session"), userSessionStore.get()?.token]).toEqual([newSession, "new"]);
    expect(assign).not.toHaveBeenCalled();
  });

  it.each([
    ["another user", { email: "dispo2@bestattung.example" }],
    ["a user of another company with the same address", { short_code: "pannenhilfe" }],
  ])(
    "the console loads again when %s has signed in in another window, and until then sends nothing in that name",
    (_who, changed) => {
      const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
      hearSignIn(changed);
      expect(reload).toHaveBeenCalledOnce();
      expect(userSessionStore.get()?.token).toBe("old");
    },
  );

  it("a late 401 of an ended session does not ask a user to sign in who has already done so", async () => {
    const asked = ask();
    setSessionToken("new");
    answer(refused());
    await asked;
    expect(sessionEndedStore.get()).toBe(false);
  });
});

describe("language of the server's answers", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("before a company is known, the server answers in the language of the page, which is that of the browser", async () => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
    const languages: (string | null)[] = [];
    vi.stubGlobal("fetch", (_input: unknown, init?: RequestInit) => {
      languages.push(new Headers(init?.headers).get("accept-language"));
      return Promise.resolve(
        Response.json({ code: "AUTH_CHALLENGE_INVALID", title: "", message: "", args: [] }, { status: 401 }),
      );
    });
    userSessionStore.set(null);
    const checking = createConsoleApiBeforeSignIn("zweite").validatePasswordResetToken({ token: "x" });
    await expect(checking).rejects.toMatchObject({ status: 401 });
    expect(languages).toEqual(["en"]);
    vi.restoreAllMocks();
  });
});
