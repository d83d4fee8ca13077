import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetDrafts } from "#shared/editing/drafts.ts";
import { userSessionStore } from "#shared/api/session.ts";
import { idempotencyKeyOfDraft, createDraftStore, DRAFT_SAVE_DELAY_MS } from "./draft-store.ts";

const signInAs = (email: string, short_code = "bestattung") =>
  userSessionStore.set({ short_code, token: "t", email, expires_at: "2026-11-21T20:00:00Z" });
const aDraft = (name: string) => ({ draft_id: "d", values: { contact: { name } } });
const storedDraftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith("leitstand.draft."));

describe("the draft of a form", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    signInAs("dispo1@bestattung.example");
  });
  afterEach(() => vi.useRealTimers());

  it("the draft of a case form is stored once typing pauses, and read when the form opens again", () => {
    const keeper = createDraftStore("new");
    keeper.keep(aDraft("An"));
    vi.advanceTimersByTime(DRAFT_SAVE_DELAY_MS - 1);
    keeper.keep(aDraft("Anna"));
    vi.advanceTimersByTime(DRAFT_SAVE_DELAY_MS - 1);
    expect(storedDraftKeys()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(createDraftStore("new").read()).toMatchObject(aDraft("Anna"));
  });

  it("the draft of a case form is stored at once when the form closes", () => {
    const keeper = createDraftStore("new");
    keeper.keep(aDraft("Anna"));
    keeper.close();
    expect(createDraftStore("new").read()?.values).toEqual(aDraft("Anna").values);
  });

  it("the draft of a case form belongs to one user, one company and one case", () => {
    const keeper = createDraftStore("new");
    keeper.keep(aDraft("Anna"));
    keeper.flush();
    expect(createDraftStore("another case").read()).toBeUndefined();
    signInAs("dispo2@bestattung.example");
    expect(createDraftStore("new").read()).toBeUndefined();
    signInAs("dispo1@bestattung.example", "pannenhilfe");
    expect(createDraftStore("new").read()).toBeUndefined();
  });

  it("the draft of a case form is deleted after saving, together with text that was not stored yet", () => {
    const keeper = createDraftStore("new");
    keeper.keep(aDraft("Anna"));
    keeper.forget("d");
    vi.advanceTimersByTime(DRAFT_SAVE_DELAY_MS);
    expect(storedDraftKeys()).toEqual([]);
  });

  it("signing out, in this tab or another one, deletes the draft of a case form", () => {
    const keeper = createDraftStore("new");
    keeper.keep(aDraft("Anna"));
    keeper.flush();
    keeper.keep(aDraft("Anna M"));
    userSessionStore.set(null);
    vi.advanceTimersByTime(DRAFT_SAVE_DELAY_MS);
    keeper.keep(aDraft("Anna Mu"));
    keeper.close();
    expect(storedDraftKeys()).toEqual([]);
  });

  it("signing out deletes drafts of case forms even when no form is open", () => {
    const keeper = createDraftStore("new");
    keeper.keep(aDraft("Anna"));
    keeper.close();
    forgetDrafts();
    expect(storedDraftKeys()).toEqual([]);
    expect(userSessionStore.get()).not.toBeNull();
  });

  it.each(["{", '{"version":0,"values":{}}', "null"])(
    "the draft of a case form is ignored when its stored text is %s",
    (text) => {
      const keeper = createDraftStore("new");
      keeper.keep(aDraft("Anna"));
      keeper.flush();
      localStorage.setItem(storedDraftKeys()[0] as string, text);
      expect(keeper.read()).toBeUndefined();
    },
  );
});

describe("the key of an attempt", () => {
  it("the idempotency key of a save is the same only for the same content of the same draft", () => {
    const key = idempotencyKeyOfDraft("d", { name: "Anna" });
    expect(idempotencyKeyOfDraft("d", { name: "Anna" })).toBe(key);
    expect(idempotencyKeyOfDraft("d", { name: "Anne" })).not.toBe(key);
    expect(idempotencyKeyOfDraft("e", { name: "Anna" })).not.toBe(key);
    expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
  });
});
