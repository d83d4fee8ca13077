import { afterEach, describe, expect, it, vi } from "vitest";
import { Suspense } from "react";
import { User } from "@leitstand/contract/people/user";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { sessionEndedStore } from "#shared/api/session.ts";
import {
  clickElement,
  actAndRender,
  mountComponent,
  setFakeSystemTime,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { runExport } from "./run-export.tsx";
import { findDateRangeFault, lastMonthDateRange, TimeExportDialog } from "./time-export-dialog.tsx";

const fileNameHeaders = {
  "content-disposition": "attachment; filename=\"Fall _.pdf\"; filename*=UTF-8''Fall%20%C3%84.pdf",
};

/** Names under which the browser was told to save files. */
function recordSavedFileNames(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

/** Answers requests to the server in turn, the last answer for all further ones; returns a count of them. */
function answerInTurn(...answers: ((init: RequestInit) => Response | Promise<Response>)[]) {
  const calls: RequestInit[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    calls.push(init);
    return (answers[calls.length - 1] ?? answers.at(-1))!(init);
  });
  return calls;
}
const aFileResponse = (body: BodyInit = "%PDF-1.7") => new Response(body, { headers: fileNameHeaders });
const aRefusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json(
    {
      code: status === 503 ? "SERVICE_UNAVAILABLE" : "LIMIT_EXCEEDED",
      message: `${status} X: Es sind zu viele Seiten.`,
      args: [],
    },
    { status, headers },
  );

const startExport = (key = "case 1") =>
  runExport({
    key,
    title: "Fall C-1 als PDF",
    ask: (client, options) => client.exportCase({ id: numberedId(1) }, options),
  });

describe("an export", () => {
  it("an export is saved under the file name from the server, with its non-ASCII letters", async () => {
    const saved = recordSavedFileNames();
    answerInTurn(() => aFileResponse());
    await mountComponent(<p>board</p>);
    await startExport();
    expect(saved).toEqual(["Fall Ä.pdf"]);
    await waitUntil(() => expect(pageText()).toContain("Gespeichert als Fall Ä.pdf."));
  });

  it("an export is fetched once even if it is started again before it has finished", async () => {
    const saved = recordSavedFileNames();
    const calls = answerInTurn(() => aFileResponse());
    await mountComponent(<p>board</p>);
    await Promise.all([startExport(), startExport(), startExport()]);
    expect([calls.length, saved.length]).toEqual([1, 1]);
    await startExport();
    expect(calls).toHaveLength(2);
  });

  it("an export shows its progress after a second, and saves nothing once it is cancelled", async () => {
    const saved = recordSavedFileNames();
    let isCut = false;
    answerInTurn(({ signal }) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(2_400_000));
          signal?.addEventListener("abort", () => {
            isCut = true;
            controller.error(signal.reason);
          });
        },
      });
      return aFileResponse(body);
    });
    await mountComponent(<p>board</p>);
    const run = startExport();
    await waitUntil(() => expect(pageText()).toContain("2,4 MB empfangen"));
    const bar = document.querySelector("progress");
    expect([bar?.ariaLabel ?? bar?.getAttribute("aria-label"), bar?.hasAttribute("value")]).toEqual([
      "Fall C-1 als PDF",
      false,
    ]);
    await clickElement(findByRole("button", "Abbrechen"));
    await run;
    expect([saved, isCut]).toEqual([[], true]);
    await waitUntil(() => expect(document.querySelector("progress")).toBeNull());
  });

  it("an export says that the server is busy while it waits", async () => {
    const saved = recordSavedFileNames();
    answerInTurn(
      () => aRefusal(503, { "retry-after": "2" }),
      () => aFileResponse(),
    );
    await mountComponent(<p>board</p>);
    const run = startExport();
    await waitUntil(() => expect(pageText()).toMatch(/Neuer Versuch in [23] s\./));
    await run;
    expect(saved).toEqual(["Fall Ä.pdf"]);
  });

  it("an export says why the server refused it, and can be started again", async () => {
    const saved = recordSavedFileNames();
    answerInTurn(
      () => aRefusal(422),
      () => aFileResponse(),
    );
    await mountComponent(<p>board</p>);
    await startExport();
    await waitUntil(() => expect(pageText()).toContain("Es sind zu viele Seiten."));
    await clickElement(findByRole("button", "Erneut versuchen"));
    await waitUntil(() => expect(saved).toEqual(["Fall Ä.pdf"]));
  });

  it("the notice of an export replaces the notice of the previous export", async () => {
    recordSavedFileNames();
    answerInTurn(
      () => aFileResponse(),
      () => aRefusal(422),
    );
    await mountComponent(<p>board</p>);
    await startExport();
    await waitUntil(() => expect(pageText()).toContain("Gespeichert als Fall Ä.pdf."));
    await startExport();
    await waitUntil(() => expect(pageText()).toContain("Es sind zu viele Seiten."));
    expect(pageText()).not.toContain("Gespeichert");
  });

  it("an export asks the user to sign in when the session has ended", async () => {
    answerInTurn(() => aRefusal(401));
    await mountComponent(<p>board</p>);
    await startExport();
    expect(sessionEndedStore.get()).toBe(true);
  });
});

describe("an export without a network", () => {
  const offline = () => actAndRender(() => window.dispatchEvent(new Event("offline")));
  const online = () => actAndRender(() => window.dispatchEvent(new Event("online")));
  afterEach(online);

  it("an export without a network says so, sends no request, and starts as soon as the network is back", async () => {
    const saved = recordSavedFileNames();
    const calls = answerInTurn(() => aFileResponse());
    await mountComponent(<p>board</p>);
    await offline();
    const run = startExport();
    await waitUntil(() => expect(pageText()).toContain("Kein Netz."));
    expect([calls.length, document.querySelector("progress")]).toEqual([0, null]);
    await online();
    await run;
    expect([calls.length, saved]).toEqual([1, ["Fall Ä.pdf"]]);
  });

  it("an export begins again when the network is lost while the file is loading", async () => {
    const saved = recordSavedFileNames();
    const cut = ({ signal }: RequestInit) => {
      const start = (body: ReadableStreamDefaultController) =>
        signal?.addEventListener("abort", () => body.error(signal.reason));
      return aFileResponse(new ReadableStream({ start }));
    };
    const calls = answerInTurn(cut, () => aFileResponse());
    await mountComponent(<p>board</p>);
    const run = startExport();
    await waitUntil(() => expect(calls).toHaveLength(1));
    await offline();
    await waitUntil(() => expect(pageText()).toContain("Kein Netz."));
    await online();
    await run;
    expect([calls.length, saved]).toEqual([2, ["Fall Ä.pdf"]]);
    expect(pageText()).not.toContain("Erneut versuchen");
  });

  it("an export that waits for the network can be cancelled, and does not start later", async () => {
    const saved = recordSavedFileNames();
    const calls = answerInTurn(() => aFileResponse());
    await mountComponent(<p>board</p>);
    await offline();
    const run = startExport();
    await waitUntil(() => findByRole("button", "Abbrechen"));
    await clickElement(findByRole("button", "Abbrechen"));
    await run;
    await online();
    expect([calls.length, saved]).toEqual([0, []]);
  });
});

describe("leaving the page", () => {
  /** Whether the browser asks before leaving. */
  const isAskedFor = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  it("leaving the page needs a confirmation as long as any export runs", async () => {
    recordSavedFileNames();
    const answers: (() => void)[] = [];
    vi.stubGlobal("fetch", () => new Promise<Response>((answer) => answers.push(() => answer(aFileResponse()))));
    await mountComponent(<p>board</p>);
    expect(isAskedFor()).toBe(false);
    const runs = [startExport("case 1"), startExport("case 2")];
    await waitUntil(() => expect(answers).toHaveLength(2));
    expect(isAskedFor()).toBe(true);
    answers[0]?.();
    await runs[0];
    expect(isAskedFor()).toBe(true);
    answers[1]?.();
    await runs[1];
    expect(isAskedFor()).toBe(false);
  });
});

describe("the dialog of working time", () => {
  it.each([
    ["2026-03-15", "2026-02-01", "2026-02-28"],
    ["2026-01-01", "2025-12-01", "2025-12-31"],
    ["2028-03-31", "2028-02-01", "2028-02-29"],
  ])("the dialog for exporting working times offers the whole previous month on %s", (today, from, to) => {
    expect(lastMonthDateRange(today)).toEqual({ from, to });
  });

  it.each([
    ["2026-01-01", "2026-12-31", undefined],
    ["2026-01-01", "2027-01-01", undefined],
    ["2026-01-01", "2027-01-02", "length"],
    ["2026-02-01", "2026-01-31", "order"],
    ["", "2026-01-31", "missing"],
    ["202610-01-01", "2026-12-31", "unreadable"],
    ["2026-01-01", "202610-12-31", "unreadable"],
  ])("the dialog for exporting working times checks the order and length of the period %s to %s", (from, to, fault) => {
    expect(findDateRangeFault({ from, to })).toBe(fault);
  });

  const open = async (answers: Parameters<typeof stubApiFetch>[0]) => {
    setFakeSystemTime("2026-11-17T09:00:00Z");
    recordSavedFileNames();
    const server = stubApiFetch({ getBranches: () => [], exportTime: () => undefined as never, ...answers });
    await mountComponent(
      <Suspense fallback={null}>
        <TimeExportDialog onClose={() => undefined} />
      </Suspense>,
    );
    await waitUntil(() => findByRole("button", "Exportieren"));
    return server;
  };

  it("the dialog for exporting working times requests the chosen period, rows and format", async () => {
    const server = await open({ getUserInfo: () => aDispatcher({ grants: [] }) });
    await clickElement(findByRole("radio", "jede Tour"));
    await clickElement(findByRole("button", "Exportieren"));
    await waitUntil(() => expect(server.bodiesOf("exportTime")).toHaveLength(1));
    const [sent] = server.bodiesOf("exportTime");
    expect(sent).toEqual({ from: "2026-10-01", to: "2026-10-31", rows: "TOURS", format: "XLSX" });
  });

  it("the dialog for exporting working times offers all people by name, and requests only those who were chosen", async () => {
    const person = (number: number, firstname: string, lastname: string) => ({
      ...exampleOfSchema(User),
      id: numberedId(number),
      firstname,
      lastname,
    });
    const pages = [[person(1, "Jonas", "Adler")], [person(2, "Anna", "Moser")]];
    const server = await open({
      getUserInfo: () => aDispatcher({ grants: ["getUsers"] }),
      getUsers: ({ query }) => {
        const page = Number(query.get("page"));
        return { meta: { page, size: 1, total_elements: 2, total_pages: 2 }, users: pages[page] ?? [] };
      },
    });
    await waitUntil(() => findByRole("combobox", "Personen"));
    await typeText(findByRole("combobox", "Personen"), "mos");
    await waitUntil(() => expect(findAllByRole("option").map(accessibleNameOf)).toEqual(["Moser Anna"]));
    await clickElement(findByRole("option", "Moser Anna"));
    await clickElement(findByRole("button", "Exportieren"));
    await waitUntil(() => expect(server.bodiesOf("exportTime")).toHaveLength(1));
    expect(server.bodiesOf("exportTime")[0]?.user_ids).toEqual([numberedId(2)]);
  });
});
