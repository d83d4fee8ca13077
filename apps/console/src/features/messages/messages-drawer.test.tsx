import { useState } from "react";
import { describe, expect, it } from "vitest";
import { clearLiveData } from "#live/store.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { CriticalMessage } from "@leitstand/contract/board/messages";
import { Branch } from "@leitstand/contract/company/branches";
import { exampleOfSchema, numberedId } from "#shared/testing/example-testkit.ts";
import {
  actAndRender,
  clickElement,
  mountComponent,
  pressKey,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { createPendingRefusal, stubApiFetch, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { MessageCompose } from "./message-compose.tsx";
import { MessagesDrawer } from "./messages-drawer.tsx";

const ANSWERS = {
  getUserInfo: () => aDispatcher({ grants: ["createCriticalMessage"] }),
  getCriticalMessages: () => [],
};
const titleField = () => findByRole("textbox", /^Meldung/) as HTMLInputElement;
const bodyField = () => findByRole("textbox", "Einzelheiten") as HTMLTextAreaElement;
const typedTexts = () => [titleField().value, bodyField().value];
const waitForForm = () => waitUntil(() => findByRole("textbox", "Einzelheiten"));

/** Message form of the chosen tour, as the inspector shows it. */
function MessageToChosenTour() {
  const [chosen, setChosen] = useState(1);
  return (
    <>
      {[1, 2].map((number) => (
        <button key={number} type="button" onClick={() => setChosen(number)}>
          Tour {number}
        </button>
      ))}
      <MessageCompose key={chosen} to={{ tour_id: numberedId(chosen) }} />
    </>
  );
}

function DrawerThatCloses() {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <MessagesDrawer onClose={() => setOpen(false)} onView={() => undefined} />;
}

describe("a half-written message", () => {
  it("a half-written message is kept when Escape or its button folds it", async () => {
    clearLiveData();
    stubApiFetch(ANSWERS);
    await mountComponent(<MessagesDrawer onClose={() => undefined} onView={() => undefined} />);
    const toggle = async () => clickElement(await waitUntil(() => findByRole("button", "Neue Meldung")));
    await toggle();
    await waitForForm();
    await typeText(titleField(), "Bitte zurückrufen");
    await typeText(bodyField(), "Wegen der Übergabe in Leibnitz");
    await pressKey("Escape");
    expect(findAllByRole("textbox")).toEqual([]);
    await toggle();
    expect(typedTexts()).toEqual(["Bitte zurückrufen", "Wegen der Übergabe in Leibnitz"]);
    await toggle();
    await toggle();
    expect(typedTexts()).toEqual(["Bitte zurückrufen", "Wegen der Übergabe in Leibnitz"]);
  });

  it("a half-written message is kept for its recipient alone, until it has been sent", async () => {
    clearLiveData();
    let isRefused = true;
    const server = stubApiFetch({
      ...ANSWERS,
      createCriticalMessage: () => (isRefused ? new StubApiRefusal("BRANCH_ACCESS_DENIED") : []),
    });
    await mountComponent(<MessageToChosenTour />);
    await waitForForm();
    const choose = (tour: string) => clickElement(findByRole("button", tour));
    await typeText(titleField(), "Bitte zurückrufen");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => findByRole("alert"));
    await choose("Tour 2");
    expect(typedTexts()).toEqual(["", ""]);
    await choose("Tour 1");
    expect(typedTexts()).toEqual(["Bitte zurückrufen", ""]);
    isRefused = false;
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(server.bodiesOf("createCriticalMessage")).toHaveLength(2));
    await waitUntil(() => expect(typedTexts()).toEqual(["", ""]));
    await choose("Tour 2");
    await choose("Tour 1");
    expect(typedTexts()).toEqual(["", ""]);
  });
});

it("a message that is sent only after its form was folded leaves the form of the next one open", async () => {
  clearLiveData();
  let answer: () => void = () => undefined;
  const sent = new Promise<[]>((resolve) => (answer = () => resolve([])));
  const branches = { getBranches: () => [{ ...exampleOfSchema(Branch), name: "Graz", active: true }] };
  const grants = ["createCriticalMessage", "getBranches"];
  const getUserInfo = () => aDispatcher({ grants });
  const server = stubApiFetch({ ...ANSWERS, ...branches, getUserInfo, createCriticalMessage: () => sent });
  await mountComponent(<MessagesDrawer onClose={() => undefined} onView={() => undefined} />);
  const toggle = async () => clickElement(await waitUntil(() => findByRole("button", "Neue Meldung")));
  await toggle();
  await waitForForm();
  await clickElement(await waitUntil(() => findByRole("combobox", /^An/)));
  await clickElement(await waitUntil(() => findByRole("option", "Graz")));
  await typeText(titleField(), "Bitte zurückrufen");
  await clickElement(findByRole("button", "Senden"));
  await waitUntil(() => expect(server.bodiesOf("createCriticalMessage")).toHaveLength(1));
  await toggle();
  await toggle();
  await typeText(titleField(), "Straße gesperrt");
  await actAndRender(answer);
  await waitUntil(() => expect(findByRole("button", "Senden").hasAttribute("data-loading")).toBe(false));
  expect(typedTexts()).toEqual(["Straße gesperrt", ""]);
});

describe("a message that is refused after its form has been left", () => {
  it("a message refused after another tour was chosen is reported in a toast that names it", async () => {
    clearLiveData();
    const pending = createPendingRefusal("BRANCH_ACCESS_DENIED");
    const server = stubApiFetch({ ...ANSWERS, createCriticalMessage: () => pending.answer });
    await mountComponent(<MessageToChosenTour />);
    await waitForForm();
    await typeText(titleField(), "Bitte zurückrufen");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(server.bodiesOf("createCriticalMessage")).toHaveLength(1));
    await clickElement(findByRole("button", "Tour 2"));
    await actAndRender(pending.refuse);
    await waitUntil(() => expect(findByRole("alert").textContent).toMatch(/^Bitte zurückrufen: ./));
  });

  it("an acknowledgement refused after the messages were closed is reported in a toast that names the message", async () => {
    clearLiveData();
    const message = { ...exampleOfSchema(CriticalMessage), acknowledged: false, acknowledged_at: null };
    const pending = createPendingRefusal("RESOURCE_NOT_FOUND");
    const server = stubApiFetch({
      getUserInfo: () => aDispatcher({ grants: ["acknowledgeCriticalMessage"] }),
      getCriticalMessages: () => [message],
      acknowledgeCriticalMessage: () => pending.answer,
    });
    await mountComponent(<DrawerThatCloses />);
    await clickElement(await waitUntil(() => findByRole("button", "Gelesen")));
    await waitUntil(() => expect(server.bodiesOf("acknowledgeCriticalMessage")).toHaveLength(1));
    await clickElement(findByRole("button", "Schließen"));
    await actAndRender(pending.refuse);
    await waitUntil(() => expect(findByRole("alert").textContent).toContain(`${message.title}: `));
  });
});
