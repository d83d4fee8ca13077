/** Refusals that arrive when the dispatcher already looks at something else. */
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import { Tour } from "@leitstand/contract/tours/tour";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aCaseActionAnswer, aFullLink } from "#live/full-case-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import type { BoardView } from "#shared/state/board-view.ts";
import { createOnePageAnswer, exampleOfSchema, numberedId } from "#shared/testing/example-testkit.ts";
import {
  actAndRender,
  clickElement,
  mountComponent,
  setFakeSystemTime,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { createPendingRefusal, stubApiFetch, StubApiRefusal, type StubServer } from "#shared/testing/server-testkit.ts";
import { Inspector } from "./inspector.tsx";
import { aCaseOfToday } from "./inspector-testkit.tsx";

const link = aFullLink({ actions: ["ARRIVE"], state: "STARTED", accepted_at: "2026-11-21T10:00:00Z" });
const firstCase = aCaseOfToday({ id: numberedId(1), natural_id: "C-2026-000001", tour_case_states: [link] });
const secondCase = aCaseOfToday({ id: numberedId(2), natural_id: "C-2026-000002", display_name: "Zweiter Fall" });
const tour = { ...exampleOfSchema(Tour), status: "SCHEDULED" as const };
const refusal = new StubApiRefusal("BRANCH_ACCESS_DENIED");

const caseView = (id: string): BoardView => ({ tab: "open", days: 1, case: id });
/** Inspector beside a list in which the second case can be chosen. */
function InspectorBesideQueue({ first }: { first: BoardView }) {
  const [view, setView] = useState(first);
  return (
    <>
      <button type="button" onClick={() => setView(caseView(secondCase.id))}>
        Nächster Fall
      </button>
      <Inspector view={view} onView={() => undefined} messageForm={() => null} />
    </>
  );
}

async function openBesideQueue(first: BoardView, answers: Parameters<StubServer["answer"]>[0]) {
  clearLiveData();
  setFakeSystemTime("2026-11-21T11:00:00Z");
  const grants = ["getAssets", "uploadCaseAssets", "getCaseComments", "createCaseComment", "updateTour"];
  const server = stubApiFetch({
    getUserInfo: () => aDispatcher({ grants }),
    getCase: ({ params }) => (params.id === firstCase.id ? firstCase : secondCase),
    getTour: () => tour,
    getCaseStateHistory: () => [],
    getCaseComments: () => createOnePageAnswer("comments", []),
    ...answers,
  });
  await mountComponent(<InspectorBesideQueue first={first} />);
  return server;
}

const openSecondCase = async () => {
  await clickElement(findByRole("button", "Nächster Fall"));
  await waitUntil(() => findByRole("heading", secondCase.display_name));
  expect(findAllByRole("alert")).toEqual([]);
};
const expectWarning = (beginning: string) =>
  waitUntil(() => expect(findByRole("alert").textContent).toMatch(new RegExp(`^${beginning}: .`)));

describe("a refusal that arrives when another case is inspected", () => {
  it("an action refused after its case was left is reported in a toast that names the case", async () => {
    const pending = createPendingRefusal("RESOURCE_NOT_FOUND");
    const server = await openBesideQueue(caseView(firstCase.id), { receiveAction: () => pending.answer });
    await clickElement(await waitUntil(() => findByRole("button", "Angekommen")));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    await openSecondCase();
    await actAndRender(pending.refuse);
    await expectWarning(firstCase.natural_id);
  });

  it("a warning that comes with an action is shown in a toast once its case was left", async () => {
    let answer: (done: CaseActionAnswer) => void = () => undefined;
    const receiveAction = () => new Promise<CaseActionAnswer>((resolve) => (answer = resolve));
    const server = await openBesideQueue(caseView(firstCase.id), { receiveAction });
    await clickElement(await waitUntil(() => findByRole("button", "Angekommen")));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    await openSecondCase();
    const warnings = [{ code: "FAR_FROM_ADDRESS", tour_id: link.tour_id } as const];
    await actAndRender(() => answer({ ...aCaseActionAnswer({ ...firstCase, lock_version: 5 }), warnings }));
    const text = `${firstCase.natural_id}: Das Fahrzeug ist weit von der Adresse entfernt.`;
    await waitUntil(() => expect(findAllByRole("alert").map((alert) => alert.textContent)).toContain(text));
  });

  it("an action refused while its case is inspected is reported beside its button alone", async () => {
    await openBesideQueue(caseView(firstCase.id), { receiveAction: () => refusal });
    await clickElement(await waitUntil(() => findByRole("button", "Angekommen")));
    const alert = await waitUntil(() => findByRole("alert"));
    expect(alert.textContent).not.toContain(firstCase.natural_id);
  });

  it("a tour that could not be started is named in a toast once another thing is inspected", async () => {
    const pending = createPendingRefusal("RESOURCE_NOT_FOUND");
    const first: BoardView = { tab: "open", days: 1, tour: tour.id };
    const server = await openBesideQueue(first, { startTour: () => pending.answer });
    await clickElement(await waitUntil(() => findByRole("button", "Tour starten")));
    await waitUntil(() => expect(server.bodiesOf("startTour")).toHaveLength(1));
    await openSecondCase();
    await actAndRender(pending.refuse);
    await expectWarning(tour.name ?? tour.natural_id);
  });

  it("a comment that could not be sent is reported in a toast once its case was left", async () => {
    const pending = createPendingRefusal("RESOURCE_NOT_FOUND");
    const server = await openBesideQueue(caseView(firstCase.id), { createCaseComment: () => pending.answer });
    await typeText(await waitUntil(() => findByRole("textbox", "Kommentar")), "Schlüssel beim Portier.");
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(server.bodiesOf("createCaseComment")).toHaveLength(1));
    await openSecondCase();
    await actAndRender(pending.refuse);
    await expectWarning(firstCase.natural_id);
  });
});

/** Upload that is answered when the test says so; browsers report its progress only by this interface. */
class PendingUpload extends EventTarget {
  static last: PendingUpload | undefined;
  readonly upload = new EventTarget();
  readonly status = 403;
  readonly responseText = JSON.stringify({
    code: "BRANCH_ACCESS_DENIED",
    title: "",
    message: "Kein Zugriff",
    args: [],
  });
  constructor() {
    super();
    PendingUpload.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {}
  getAllResponseHeaders() {
    return "content-type: application/json";
  }
}

describe("an upload that is refused after its case was left", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("an upload refused after its case was left is reported in a toast that names case and file", async () => {
    vi.stubGlobal("XMLHttpRequest", PendingUpload);
    await openBesideQueue(caseView(firstCase.id), {});
    const area = await waitUntil(() => findByRole("textbox", /hierher ziehen/).closest("label"));
    const files = [new File(["x"], "schein.pdf", { type: "application/pdf" })];
    await actAndRender(() => area?.dispatchEvent(Object.assign(new Event("drop"), { dataTransfer: { files } })));
    await waitUntil(() => expect(PendingUpload.last).toBeDefined());
    await openSecondCase();
    await actAndRender(() => PendingUpload.last?.dispatchEvent(new Event("load")));
    await expectWarning(`${firstCase.natural_id}, schein.pdf`);
  });
});
