import { SentMessages } from "@leitstand/contract/board/emails";
import { Suspense, useState } from "react";
import type { Static } from "typebox";
import { describe, expect, it, vi } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import {
  actAndRender,
  clickElement,
  fillField,
  mountComponent,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { HandoverMailDialog, findRecipientsFault, splitMailRecipients } from "./handover-mail-dialog.tsx";

describe("the dialog of the handover mail", () => {
  const dispatchCase = { id: numberedId(1), natural_id: "C-2026-000001" };
  const open = async (answers: Parameters<typeof stubApiFetch>[0]) => {
    const server = stubApiFetch({ getUserInfo: () => aDispatcher(), ...answers });
    const onClose = vi.fn<() => void>();
    await mountComponent(
      <Suspense fallback={null}>
        <HandoverMailDialog dispatchCase={dispatchCase} onClose={onClose} />
      </Suspense>,
    );
    await waitUntil(() => findByRole("button", "Senden"));
    return { server, onClose };
  };

  it("the handover mail dialog sends the confirmation as a link to each recipient once, and says so", async () => {
    const { server, onClose } = await open({ sendCargoHandoverConfirmation: () => exampleOfSchema(SentMessages) });
    await waitUntil(() => expect(server.bodiesOf("getUserInfo")).toHaveLength(1));
    await fillField(findByRole("textbox", /^An/), "a@example.org, b@example.org\na@example.org");
    expect(pageText()).not.toContain("Anhang");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(onClose).toHaveBeenCalledOnce());
    const recipients = ["a@example.org", "b@example.org"];
    expect(server.bodiesOf("sendCargoHandoverConfirmation")).toEqual([{ recipients, mode: "LINK", language: "de" }]);
    await waitUntil(() => expect(pageText()).toContain("unterwegs an a@example.org, b@example.org."));
  });

  it("the handover mail dialog offers the document as an attachment where the company allows it, with an explanation", async () => {
    const { server, onClose } = await open({
      getUserInfo: () => aDispatcher({ handover_attachments: true }),
      sendCargoHandoverConfirmation: () => exampleOfSchema(SentMessages),
    });
    await waitUntil(() => findByRole("radio", "Anhang"));
    expect(pageText()).toContain("Die Empfänger erhalten einen Link");
    await clickElement(findByRole("radio", "Anhang"));
    expect(pageText()).toContain("kann nicht zurückgeholt werden");
    await fillField(findByRole("textbox", /^An/), "a@example.org");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.bodiesOf("sendCargoHandoverConfirmation")).toEqual([
      { recipients: ["a@example.org"], mode: "ATTACHMENT", language: "de" },
    ]);
  });

  it("the handover mail dialog names invalid addresses before anything is sent", async () => {
    const { server } = await open({});
    await fillField(findByRole("textbox", /^An/), "a@example.org b@example");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(pageText()).toContain("Keine E-Mail-Adresse: b@example."));
    expect(server.bodiesOf("sendCargoHandoverConfirmation")).toEqual([]);
  });

  it("the handover mail dialog stays open with the reason when the server refuses", async () => {
    const { onClose } = await open({
      sendCargoHandoverConfirmation: () =>
        new StubApiRefusal("ACTION_INPUT_MISSING", ["action", "DELIVER"], ["field", "handover"]),
    });
    await fillField(findByRole("textbox", /^An/), "a@example.org");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(findByRole("alert").textContent).not.toBe(""));
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ["", "missing"],
    ["a@b.at b@b.at c@b.at d@b.at e@b.at f@b.at", "many"],
    ["a@b.at; keine", "form"],
    ["a@b.at; b@b.at;", undefined],
  ])("the handover mail dialog checks the number and the form of the recipients %j", (text, rule) => {
    expect(findRecipientsFault(splitMailRecipients(text))?.rule).toBe(rule);
  });

  /** Sends a mail on a server that answers only when the test says so. */
  const sendOnSlowLine = async () => {
    let settle: (given: Static<typeof SentMessages> | StubApiRefusal) => void = () => undefined;
    const sent = new Promise<Static<typeof SentMessages> | StubApiRefusal>((resolve) => (settle = resolve));
    stubApiFetch({ getUserInfo: () => aDispatcher(), sendCargoHandoverConfirmation: () => sent });
    const onClose = vi.fn<() => void>();
    let leave: () => void = () => undefined;
    function LeavableDialog() {
      const [hasLeft, setLeft] = useState(false);
      leave = () => setLeft(true);
      return hasLeft ? null : <HandoverMailDialog dispatchCase={dispatchCase} onClose={onClose} />;
    }
    await mountComponent(
      <Suspense fallback={null}>
        <LeavableDialog />
      </Suspense>,
    );
    const recipients = await waitUntil(() => findByRole("textbox", /^An/));
    await typeText(recipients, "a@example.org");
    await actAndRender(() => recipients.closest("form")?.requestSubmit());
    const answer = (given: Static<typeof SentMessages> | StubApiRefusal) => actAndRender(() => settle(given));
    return { onClose, answer, leave: () => actAndRender(() => leave()) };
  };
  const refusal = new StubApiRefusal("ACTION_INPUT_MISSING", ["action", "DELIVER"], ["field", "handover"]);

  it("nothing can be typed into the handover mail dialog until the server has answered, so nothing typed is lost", async () => {
    const { answer } = await sendOnSlowLine();
    const recipients = findByRole("textbox", /^An/);
    expect(recipients.closest("[inert]")).not.toBeNull();
    expect(document.activeElement).toBe(recipients.closest("form"));
    await answer(refusal);
    await waitUntil(() => expect(findByRole("alert").textContent).not.toBe(""));
    expect(recipients.closest("[inert]")).toBeNull();
    expect(document.activeElement).toBe(recipients);
  });

  it("a handover mail that is refused only after its dialog was left says so in a message with the case", async () => {
    const { answer, leave } = await sendOnSlowLine();
    await leave();
    await answer(refusal);
    await waitUntil(() => expect(findByRole("alert").textContent).toMatch(/^C-2026-000001: ./));
  });

  it("a handover mail that is sent only after its dialog was left closes nothing that is open then", async () => {
    const { onClose, answer, leave } = await sendOnSlowLine();
    await leave();
    await answer(exampleOfSchema(SentMessages));
    await waitUntil(() => expect(pageText()).toContain("unterwegs an a@example.org."));
    expect(onClose).not.toHaveBeenCalled();
  });
});
