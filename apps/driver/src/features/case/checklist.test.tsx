import { compileTexts } from "@leitstand/app/plugins/texts";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OutboxContent, OutboxRow } from "#outbox/outbox-row.ts";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId } from "#outbox/row.fixture.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { unsealValue } from "#vault/seal.ts";
import { resetMemory } from "#work/memory.ts";
import { driverDb, requireDeviceKey } from "#work/phone.ts";
import caseTexts from "../../../messages/de/case.json";
import { CaseChecklist } from "./checklist.tsx";

const testTexts = { case: compileTexts(caseTexts) };
const link = aTourCaseLink("ARRIVED");
const todo = {
  id: "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a01",
  title: "Schutzkleidung tragen",
  description: null,
  required: true,
  completed: true,
  completed_at: "2026-03-02T08:00:00.000Z",
};
const shown = { ...aCaseWithLink("FUNERAL", link), todos: { pickup: [todo], delivery: [] } } as never;

let testRoot: Root;
let written: Omit<OutboxRow, "seq">[];

// Node has no IndexedDB, so a list replaces the outbox.
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const key = await createDeviceKey();
  vi.stubGlobal("CryptoKey", key.constructor);
  written = [];
  const found = { and: () => found, modify: async () => 0, count: async () => 0 };
  vi.spyOn(driverDb.keys, "get").mockResolvedValue({ name: "device", key } as never);
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb.photos, "toArray").mockResolvedValue([] as never);
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  for (const table of [driverDb.photos, driverDb.outbox])
    vi.spyOn(table, "where").mockReturnValue({ equals: () => found, anyOf: () => found } as never);
  vi.spyOn(driverDb.outbox, "orderBy").mockReturnValue({ toArray: async () => [] } as never);
  for (const table of [driverDb.photos, driverDb.pictures])
    vi.spyOn(table, "bulkDelete").mockResolvedValue(undefined as never);
  vi.spyOn(driverDb.outbox, "bulkAdd").mockImplementation((async (rows: typeof written) =>
    written.push(...rows)) as never);
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

it("the entry of a todo that is un-ticked keeps its title, which the case can no longer tell once it has left the phone", async () => {
  act(() =>
    testRoot.render(
      <IntlProvider locale="de" messages={testTexts} timeZone="Europe/Vienna">
        <CaseChecklist shown={shown} link={link} draft={{}} />
      </IntlProvider>,
    ),
  );
  await act(async () => {
    document.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    await vi.waitFor(() => expect(written).toHaveLength(1));
  });
  const [row] = written;
  const content = row && (await unsealValue<OutboxContent>(await requireDeviceKey(), row.content));
  expect(content).toEqual({
    op: "setTodoCompleted",
    body: { case_id: fixtureCaseId, todo_id: todo.id, completed: false },
    title: todo.title,
  });
});
