import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OutboxContent, OutboxRow } from "#outbox/outbox-row.ts";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { unsealValue } from "#vault/seal.ts";
import { clockOffset } from "#work/api.ts";
import { draftStore } from "#work/drafts.ts";
import { resetMemory } from "#work/memory.ts";
import { driverDb, phoneCompany, requireDeviceKey } from "#work/phone.ts";
import texts from "../../../../messages/de/case.json";
import frame from "../../../../messages/de/frame.json";
import { PostponeForm } from "./postpone-form.tsx";

const DAY_MS = 86_400_000;
const link = aTourCaseLink("ACCEPTED");
const shown = aCaseWithLink("FUNERAL", link);

let testRoot: Root;
let written: Omit<OutboxRow, "seq">[];

// Node has no IndexedDB, so a list replaces the table of entries.
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const key = await createDeviceKey();
  vi.stubGlobal("CryptoKey", key.constructor);
  written = [];
  vi.spyOn(driverDb.keys, "get").mockResolvedValue({ name: "device", key } as never);
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  const found = { and: () => found, count: async () => 0, modify: async () => 0, toArray: async () => [] };
  for (const table of [driverDb.photos, driverDb.outbox])
    vi.spyOn(table, "where").mockReturnValue({ equals: () => found, anyOf: () => found } as never);
  for (const table of [driverDb.photos, driverDb.pictures])
    vi.spyOn(table, "bulkDelete").mockResolvedValue(undefined as never);
  vi.spyOn(driverDb.photos, "toArray").mockResolvedValue([]);
  vi.spyOn(driverDb.outbox, "bulkAdd").mockImplementation((async (rows: typeof written) => {
    written.push(...rows);
  }) as never);
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

it("a case is postponed until tomorrow at eight by the company's clocks, although the phone's clock is a day fast", async () => {
  phoneCompany.set({ timezone: "America/New_York" } as never);
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-06-01T22:00:00-04:00") + DAY_MS);
  clockOffset.set(-DAY_MS);
  draftStore.set({ [fixtureCaseId]: { fields: { postpone: "Familie nicht da", postpone_until: "tomorrow" } } });
  await act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={{ case: texts, frame }}>
        <PostponeForm shown={shown} link={link} tour_id={fixtureTourId} />
      </IntlProvider>,
    ),
  );
  await act(async () => {
    document.querySelector<HTMLButtonElement>("button.primary")?.click();
    await vi.waitFor(() => expect(written).toHaveLength(1));
  });
  const [row] = written;
  const content = row && (await unsealValue<OutboxContent>(await requireDeviceKey(), row.content));
  expect(content?.body).toMatchObject({ payload: { postponed_until: "2026-06-02T12:00:00.000Z" } });
});
