/** The phone as tests of screens have it: a list stands in for each table of its database, and no server answers. */
import { compileTexts } from "@leitstand/app/plugins/texts";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, vi } from "vitest";
import type { OutboxRow } from "#outbox/outbox-row.ts";
import { readOutboxEntries } from "#outbox/write.ts";
import type { PhotoPictureRow, PhotoRow } from "#photos/photo-row.ts";
import type { DraftRow, KeyRow, MetaRow } from "#storage/database.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { resetMemory } from "#work/memory.ts";
import { driverDb, requireDeviceKey } from "#work/phone.ts";

type TextsByFeature = Readonly<Record<string, Parameters<typeof compileTexts>[0]>>;

/** Gives each test of a file a phone that has its key and is otherwise empty, and a place to show screens in German. */
export function mountPhoneTest(texts: TextsByFeature) {
  const messages = Object.fromEntries(Object.entries(texts).map(([name, words]) => [name, compileTexts(words)]));
  const outbox = replaceTable<OutboxRow>(driverDb.outbox, "seq");
  const photos = replaceTable<PhotoRow>(driverDb.photos, "id");
  const keys = replaceTable<KeyRow>(driverDb.keys, "name");
  const pictures = replaceTable<PhotoPictureRow>(driverDb.pictures, "id");
  const drafts = replaceTable<DraftRow>(driverDb.drafts, "id");
  const meta = replaceTable<MetaRow>(driverDb.meta, "name");
  Object.assign(driverDb, { transaction: async (...[, , run]: (() => unknown)[]) => run?.() });
  let root: Root;
  beforeEach(async () => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const key = await createDeviceKey();
    // The window of tests has Node's `crypto`, but not the class of its keys.
    vi.stubGlobal("CryptoKey", key.constructor);
    keys.push({ name: "device", key });
    root = createRoot(document.body.appendChild(document.createElement("div")));
  });
  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    resetMemory();
    for (const rows of [outbox, photos, pictures, keys, meta, drafts]) rows.length = 0;
  });
  const show = (screen: ReactNode) =>
    act(async () =>
      root.render(
        <IntlProvider locale="de" messages={messages} timeZone="Europe/Vienna">
          {screen}
        </IntlProvider>,
      ),
    );
  return { outbox, photos, pictures, show };
}

/** Replaces what the app calls of a table by the same on the returned list of rows. */
function replaceTable<T extends object>(table: object, key: keyof T): T[] {
  const rows: T[] = [];
  const select = (matching: readonly T[]): object => ({
    and: (fits: (row: T) => boolean) => select(matching.filter(fits)),
    toArray: async () => matching.map((row) => ({ ...row })),
    count: async () => matching.length,
    primaryKeys: async () => matching.map((row) => row[key]),
    modify: async (changes: Partial<T>) => matching.map((row) => Object.assign(row, changes)).length,
  });
  const find = (id: unknown) => rows.find((row) => row[key] === id);
  const bulkDelete = async (ids: readonly unknown[]) =>
    void rows.splice(0, rows.length, ...rows.filter((row) => !ids.includes(row[key])));
  Object.assign(table, {
    toArray: async () => rows.map((row) => ({ ...row })),
    orderBy: () => select(rows),
    filter: (fits: (row: T) => boolean) => select(rows.filter(fits)),
    where: (field: keyof T) => ({
      equals: (value: unknown) => select(rows.filter((row) => row[field] === value)),
      anyOf: (...values: unknown[]) => select(rows.filter((row) => values.flat().includes(row[field]))),
    }),
    get: async (id: unknown) => find(id),
    update: async (id: unknown, changes: Partial<T>) => Object.assign(find(id) ?? {}, changes),
    put: async (row: T) => {
      await bulkDelete([row[key]]);
      rows.push(row);
    },
    bulkAdd: async (added: readonly T[]) => {
      for (const row of added) rows.push({ seq: rows.length + 1, ...row });
    },
    bulkDelete,
    delete: (id: unknown) => bulkDelete([id]),
  });
  return rows;
}

/** Decrypted contents of the outbox, the oldest first. */
export const readOutboxContents = async () =>
  (await readOutboxEntries(driverDb, await requireDeviceKey())).map(({ content }) => content);

export const buttonWithText = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text);

/** Taps an element, and waits until `happens` no longer throws. */
export const tapElement = (element: HTMLElement | null | undefined, happens: () => void = () => undefined) =>
  act(async () => {
    element?.click();
    await vi.waitFor(happens);
  });
