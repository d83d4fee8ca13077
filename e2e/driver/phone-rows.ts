import type { Page } from "playwright-core";

/** Rows of a table of the phone's database as text; sealed values as the characters of their bytes. */
export const readPhoneTableRows = (page: Page, table: string) =>
  page.evaluate(
    (name) =>
      new Promise<string[]>((resolve) => {
        const textOf = (value: unknown): string => {
          if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
          if (typeof value !== "object" || value === null) return String(value);
          return Object.entries(value)
            .map(([key, inner]) => `${key} ${textOf(inner)}`)
            .join(" ");
        };
        const opened = indexedDB.open("leitstand-driver");
        opened.onsuccess = () => {
          const all = opened.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve((all.result as unknown[]).map(textOf));
          };
        };
      }),
    table,
  );

/** Number of rows in a table of the phone's database. */
export const countPhoneTableRows = (page: Page, table: string) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open("leitstand-driver");
        opened.onerror = () => reject(new Error("The database does not open."));
        opened.onsuccess = () => {
          const count = opened.result.transaction(name).objectStore(name).count();
          count.onsuccess = () => {
            opened.result.close();
            resolve(count.result);
          };
        };
      }),
    table,
  );
