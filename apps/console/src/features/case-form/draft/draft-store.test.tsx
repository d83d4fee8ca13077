import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetDrafts } from "#shared/editing/drafts.ts";
import { session, type Tenant, tenant } from "#shared/api/session.ts";
import { attemptKey, createDraftKeeper, SAVE_AFTER_MS } from "./draft-store.ts";

const signIn = (email: string) => session.set({ token: "t", email, expires_at: "2026-11-21T20:00:00Z" });
const aDraft = (name: string) => ({ draft_id: "d", values: { contact: { name } } });
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("leitstand.draft."));

describe("the draft of a form", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    tenant.set({ short_code: "bestattung" } as Tenant);
    signIn("dispo1@bestattung.example");
  });
  afterEach(() => vi.useRealTimers());

  it("is written once the typing pauses, and read by the next form", () => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("An"));
    vi.advanceTimersByTime(SAVE_AFTER_MS - 1);
    keeper.keep(aDraft("Anna"));
    vi.advanceTimersByTime(SAVE_AFTER_MS - 1);
    expect(drafts()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(createDraftKeeper("new").read()).toMatchObject(aDraft("Anna"));
  });

  it("is written at once when the form goes away", () => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("Anna"));
    keeper.close();
    expect(createDraftKeeper("new").read()?.values).toEqual(aDraft("Anna").values);
  });

  it("belongs to one person, one company and one case", () => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("Anna"));
    keeper.flush();
    expect(createDraftKeeper("another case").read()).toBeUndefined();
    signIn("dispo2@bestattung.example");
    expect(createDraftKeeper("new").read()).toBeUndefined();
    signIn("dispo1@bestattung.example");
    tenant.set({ short_code: "pannenhilfe" } as Tenant);
    expect(createDraftKeeper("new").read()).toBeUndefined();
  });

  it("is gone after it was saved, with what was still waiting to be written", () => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("Anna"));
    keeper.forget();
    vi.advanceTimersByTime(SAVE_AFTER_MS);
    expect(drafts()).toEqual([]);
  });

  it("leaves nothing behind when somebody signs out, here or in another tab", () => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("Anna"));
    keeper.flush();
    keeper.keep(aDraft("Anna M"));
    session.set(null);
    vi.advanceTimersByTime(SAVE_AFTER_MS);
    keeper.keep(aDraft("Anna Mu"));
    keeper.close();
    expect(drafts()).toEqual([]);
  });

  it("is forgotten on signing out also where no form is open", () => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("Anna"));
    keeper.close();
    forgetDrafts();
    expect(drafts()).toEqual([]);
    expect(session.get()).not.toBeNull();
  });

  it.each(["{", '{"version":0,"values":{}}', "null"])("counts as never written when it reads %s", (text) => {
    const keeper = createDraftKeeper("new");
    keeper.keep(aDraft("Anna"));
    keeper.flush();
    localStorage.setItem(drafts()[0] as string, text);
    expect(keeper.read()).toBeUndefined();
  });
});

describe("the key of an attempt", () => {
  it("is the same for the same content of a draft, and for nothing else", () => {
    const key = attemptKey("d", { name: "Anna" });
    expect(attemptKey("d", { name: "Anna" })).toBe(key);
    expect(attemptKey("d", { name: "Anne" })).not.toBe(key);
    expect(attemptKey("e", { name: "Anna" })).not.toBe(key);
    expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
  });
});
