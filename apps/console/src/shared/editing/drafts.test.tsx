import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { userSessionStore } from "#shared/api/session.ts";
import { actAndRender, clickElement, mountComponent, typeText } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { useDraftText } from "./drafts.ts";

const CASES = ["Muster", "Beispiel"];

/** Comment field of the chosen case, as the inspector shows it. */
function CommentOfChosenCase() {
  const [chosen, setChosen] = useState(CASES[0] ?? "");
  return (
    <>
      {CASES.map((name) => (
        <button key={name} type="button" onClick={() => setChosen(name)}>
          {name}
        </button>
      ))}
      <CommentField key={chosen} id={chosen} />
    </>
  );
}

function CommentField({ id }: { id: string }) {
  const [text, setText] = useDraftText("comment", id);
  return <input aria-label="Kommentar" value={text} onChange={({ target: { value } }) => setText(() => value)} />;
}

const field = () => findByRole("textbox", "Kommentar") as HTMLInputElement;
const choose = (name: string) => clickElement(findByRole("button", name));
const storedDraftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith("leitstand.draft."));

it("a half-written comment is shown again with its case, and not with another one", async () => {
  await mountComponent(<CommentOfChosenCase />);
  await typeText(field(), "Schlüssel beim Portier.");
  await choose("Beispiel");
  expect(field().value).toBe("");
  await choose("Muster");
  expect(field().value).toBe("Schlüssel beim Portier.");
});

it("a half-written comment is not shown to another user of the company", async () => {
  await mountComponent(<CommentOfChosenCase />);
  await typeText(field(), "Schlüssel beim Portier.");
  const session = userSessionStore.get();
  await actAndRender(() => userSessionStore.set(session && { ...session, email: "dispo2@bestattung.example" }));
  await choose("Beispiel");
  await choose("Muster");
  expect(field().value).toBe("");
});

it("signing out in another tab deletes a half-written comment, and nothing that is typed afterwards is stored", async () => {
  await mountComponent(<CommentOfChosenCase />);
  await typeText(field(), "Schlüssel beim Portier.");
  expect(storedDraftKeys()).toHaveLength(1);
  await actAndRender(() => userSessionStore.set(null));
  expect([field().value, storedDraftKeys()]).toEqual(["", []]);
  await typeText(field(), "Zweiter Stock");
  expect(storedDraftKeys()).toEqual([]);
});

it("a comment can be typed although the browser has no room for drafts", async () => {
  const store = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => store.mockRestore());
  await mountComponent(<CommentOfChosenCase />);
  await typeText(field(), "Schlüssel beim Portier.");
  expect(field().value).toBe("Schlüssel beim Portier.");
  await actAndRender(() => userSessionStore.set(null));
  expect(field().value).toBe("");
});
