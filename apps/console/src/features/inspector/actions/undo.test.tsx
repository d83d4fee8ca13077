import type { Case } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { actAndRender, clickElement, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { pendingClashes } from "#live/clash/clash.ts";
import { aCaseActionAnswer, aFullLink } from "#live/full-case-testkit.ts";
import { storeCase } from "#live/store.ts";
import { aCaseOfToday, openTestCaseInspector } from "../inspector-testkit.tsx";

type LinkChange = Parameters<typeof aFullLink>[0];

/** A case whose crew has loaded the deceased, which leaves UNDO as the only offer, with the changes of a test. */
const aLoadedCase = (link: LinkChange = {}, change: Partial<Case> = {}) =>
  aCaseOfToday({
    state: { current: "LOADED", actions: [] },
    tour_case_states: [aFullLink({ actions: ["UNDO"], state: "LOADED", loaded_at: "2026-11-21T10:30:00Z", ...link })],
    ...change,
  });
const arrivedSince = aLoadedCase({ arrived_at_destination_at: "2026-11-21T10:50:00Z" }, { lock_version: 5 });
const conflict = new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "4"], ["current_lock_version", "5"]);

/** Opens the form of UNDO on a loaded case, and types the reason. */
async function openUndoForm() {
  const { server } = await openTestCaseInspector({ dispatchCase: aLoadedCase() });
  await clickElement(findByRole("button", "Weitere Aktionen"));
  await clickElement(await waitUntil(() => findByRole("menuitem", "Rückgängig")));
  const form = await waitUntil(() => findByRole("form", "Rückgängig"));
  await typeText(findByRole("textbox", /^Grund/, form), "Falscher Knopf");
  return { server, send: () => clickElement(findByRole("button", "Rückgängig", form)) };
}

describe("an undo, which takes back the newest step of a link, whichever it is", () => {
  it("an undo stops when the crew has done one more step since the form was opened, and takes that back on request", async () => {
    const { server, send } = await openUndoForm();
    server.answer({
      receiveAction: ({ body }) => (body.lock_version === 5 ? aCaseActionAnswer(arrivedSince) : conflict),
      getCase: () => arrivedSince,
    });
    await actAndRender(() => storeCase(arrivedSince));
    await send();
    await waitUntil(() => findByRole("alert"));
    expect(server.bodiesOf("receiveAction").filter(({ lock_version }) => lock_version === 5)).toEqual([]);
    await send();
    await waitUntil(() => expect(pageText()).toContain("C-2026-000123: Rückgängig."));
  });

  it("an undo that is refused for its version is not sent again when the link has taken its step at another time", async () => {
    const { server, send } = await openUndoForm();
    server.answer({
      receiveAction: () => conflict,
      getCase: () => aLoadedCase({ loaded_at: "2026-11-21T10:59:00Z" }, { lock_version: 5 }),
    });
    await send();
    await waitUntil(() => findByRole("alert"));
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
  });

  it("an undo is sent again on the newer version of a case whose links have taken no step", async () => {
    const { server, send } = await openUndoForm();
    const noted = aLoadedCase({}, { lock_version: 5 });
    server.answer({
      receiveAction: ({ body }) => (body.lock_version === 5 ? aCaseActionAnswer(noted) : conflict),
      getCase: () => noted,
    });
    await send();
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
  });

  it("the undo of a toast takes back no step that came after the one it confirms", async () => {
    const { server } = await openTestCaseInspector({ dispatchCase: aLoadedCase({ actions: ["ARRIVE"] }) });
    const answer = aCaseActionAnswer(arrivedSince);
    server.answer({ receiveAction: () => answer });
    await clickElement(findByRole("button", "Angekommen"));
    const undo = await waitUntil(() => findByRole("button", "Rückgängig", findByRole("alert")));
    const again = aLoadedCase({ arrived_at_destination_at: "2026-11-21T10:58:00Z" }, { lock_version: 6 });
    server.answer({ receiveAction: () => conflict, getCase: () => again });
    await clickElement(undo);
    await waitUntil(() => expect(pendingClashes.get()).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")).toHaveLength(2);
  });
});
