import { Suspense, useState } from "react";
import { describe, expect, it } from "vitest";
import type { Case } from "@leitstand/contract/cases/case";
import {
  actAndRender,
  clickElement,
  fillField,
  mountComponent,
  pressKey,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import { CaseForm } from "./case-form.tsx";
import {
  exampleCreatedCase,
  fillRequiredTransportFields,
  findFormField,
  findFormSection,
  focusedElement,
  openTestCaseForm,
  stubApiForCaseForm,
  valueOfInputElement,
} from "./case-form-testkit.tsx";

/** Answers of a server that saves a case only when the test says so. */
function slowLine() {
  let settle: (given: Case | StubApiRefusal) => void = () => undefined;
  const saved = new Promise<Case | StubApiRefusal>((resolve) => {
    settle = resolve;
  });
  const answers = { createCase: () => saved, updateCase: () => saved };
  return { answers, answer: (given: Case | StubApiRefusal) => actAndRender(() => settle(given)) };
}

async function openFormOnSlowLine(dispatchCase?: Case) {
  const { answers, answer } = slowLine();
  const form = await openTestCaseForm(dispatchCase === undefined ? { answers } : { answers, dispatchCase });
  if (dispatchCase === undefined) await fillRequiredTransportFields();
  return { ...form, answer };
}

/** The form of a new case; when it is left, that of another one. */
function CaseFormsInTurn({ onSaved }: { readonly onSaved: (id: string) => void }) {
  const [count, setCount] = useState(0);
  return (
    <Suspense fallback={null}>
      <CaseForm key={count} id="new" onClose={() => setCount(count + 1)} onSaved={onSaved} />
    </Suspense>
  );
}

const notesField = () => findFormField("Notizen für die Besatzung");
const canBeTypedInto = (field: HTMLElement) => field.closest("[inert]") === null;
const storedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith("leitstand.draft."));

describe("a case form that is saved without a change", () => {
  const dispatchCase = aFullCase({ lock_version: 4 });
  const save = () => pressKey("Enter", { ctrlKey: true });

  it("a case that was not changed closes its form without a request, and without saying that it was changed", async () => {
    const { server, told } = await openTestCaseForm({ dispatchCase });
    await typeText(notesField(), "Schlüssel");
    await typeText(notesField(), dispatchCase.description ?? "");
    await save();
    await waitUntil(() => expect(told).toEqual([`saved ${dispatchCase.id}`]));
    expect(server.bodiesOf("updateCase")).toEqual([]);
    expect(pageText()).not.toContain("ist geändert");
    expect(storedDrafts()).toEqual([]);
  });

  it("a case whose only change is a field that was emptied is saved", async () => {
    const described = { ...dispatchCase, description: "Schlüssel" };
    const { server } = await openTestCaseForm({ dispatchCase: described, answers: { updateCase: () => dispatchCase } });
    await typeText(notesField(), "");
    await save();
    await waitUntil(() => expect(server.bodiesOf("updateCase")).toHaveLength(1));
    expect(server.bodiesOf("updateCase")[0]?.description ?? null).toBeNull();
  });
});

describe("a case form while its case is being saved", () => {
  it.each([
    ["a new case", undefined],
    ["an edited case", aFullCase({ lock_version: 4 })],
  ])(
    "nothing can be typed into the form of %s until the server has answered, so nothing typed is lost",
    async (_name, dispatchCase) => {
      const { server, told, answer } = await openFormOnSlowLine(dispatchCase);
      await typeText(notesField(), "Schlüssel beim Nachbarn");
      expect(canBeTypedInto(notesField())).toBe(true);
      await pressKey("Enter", { ctrlKey: true });
      await waitUntil(() => expect(canBeTypedInto(notesField())).toBe(false));
      expect(findByRole("form").getAttribute("aria-busy")).toBe("true");
      await answer(dispatchCase ?? exampleCreatedCase);
      await waitUntil(() => expect(told).toHaveLength(1));
      const [sent] = server.bodiesOf(dispatchCase === undefined ? "createCase" : "updateCase");
      expect(sent?.description).toBe("Schlüssel beim Nachbarn");
    },
  );

  it("a case form whose save was refused takes typing again, in the field where the dispatcher was", async () => {
    const { answer } = await openFormOnSlowLine();
    await typeText(notesField(), "Schlüssel");
    await pressKey("Enter", { ctrlKey: true });
    await waitUntil(() => expect(canBeTypedInto(notesField())).toBe(false));
    expect(focusedElement()).toBe(findByRole("form"));
    await answer(new StubApiRefusal("IDEMPOTENCY_KEY_REUSED"));
    await waitUntil(() => expect(canBeTypedInto(notesField())).toBe(true));
    expect(focusedElement()).toBe(notesField());
    expect(findByRole("form").getAttribute("aria-busy")).toBe("false");
  });

  it("a case form with a field that the server refused goes to that field, which can be typed into", async () => {
    const { answer } = await openFormOnSlowLine();
    await typeText(notesField(), "Schlüssel");
    await pressKey("Enter", { ctrlKey: true });
    await answer(new StubApiRefusal("VALIDATION_FAILED", ["field", "contact.name"], ["rule", "unicode"]));
    await waitUntil(() => expect(focusedElement()).toBe(findFormField("Anrufer:in")));
    expect(canBeTypedInto(focusedElement())).toBe(true);
  });

  it("an address that is still in the search line is saved with the case, also by the keyboard", async () => {
    const { server } = await openFormOnSlowLine();
    const line = findByRole("combobox", "Adresse suchen", findFormSection("Abholung"));
    await typeText(line, "Hauptplatz 1, 8010 Graz");
    await pressKey("Enter", { ctrlKey: true });
    await waitUntil(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
    expect(server.bodiesOf("createCase")[0]?.funeral_data?.source_address).toMatchObject({
      street: "Hauptplatz",
      house_number: "1",
      zip_code: "8010",
      city: "Graz",
    });
  });

  it("a case that is saved only after its form was left does not take the next form and its draft away", async () => {
    const { answers, answer } = slowLine();
    stubApiForCaseForm("FUNERAL", answers);
    const saved: string[] = [];
    await mountComponent(<CaseFormsInTurn onSaved={(id) => saved.push(id)} />);
    await waitUntil(() => findFormField("Nachname"));
    await fillRequiredTransportFields();
    await pressKey("Enter", { ctrlKey: true });
    await clickElement(findByRole("button", "Formular schließen"));
    await clickElement(await waitUntil(() => findByRole("button", "Verwerfen")));
    await waitUntil(() => expect(valueOfInputElement(findFormField("Nachname"))).toBe(""));
    await fillField(findFormField("Nachname"), "Gruber");
    await actAndRender(() => window.dispatchEvent(new Event("pagehide")));
    await answer(exampleCreatedCase);
    await waitUntil(() => expect(pageText()).toContain("C-2026-000007 ist angelegt."));
    expect(saved).toEqual([]);
    expect(valueOfInputElement(findFormField("Nachname"))).toBe("Gruber");
    expect(storedDrafts()).toHaveLength(1);
  });
});
