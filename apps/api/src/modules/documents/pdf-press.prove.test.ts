import { describe, expect, it } from "vitest";
import { documentOf, pagesOf, startPresses } from "./pdf-press-testkit";

const short = documentOf([{ kind: "text", text: "Größe" }]);
/** Document that takes a while to print. */
const long = documentOf(
  Array.from({ length: 1_000 }, (_, row) => ({ kind: "text", text: `Zeile ${row} ${"lang ".repeat(60)}` }) as const),
);
/** Document that takes more time and more memory than a press of these tests has. */
const huge = documentOf(
  Array.from({ length: 30_000 }, (_, row) => ({ kind: "text", text: `Zeile ${row} ${"lang ".repeat(60)}` }) as const),
);

describe("the press of documents", { timeout: 120_000 }, () => {
  const presses = startPresses();

  it("the press gives up a document that takes too much memory, and prints the next one", async () => {
    const press = presses.open({ heapBytesMax: 32 * 1_048_576 });
    await expect(press.print(huge)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    expect(pagesOf(await press.print(short))).toBe(1);
  });

  it("the press gives up a document that takes too long", async () => {
    const press = presses.open({ printMsMax: 5_000 });
    await press.print(short);
    const late = presses.open({ printMsMax: 1 });
    await expect(late.print(huge)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("the press refuses documents that would have to wait too long, and prints them later", async () => {
    const press = presses.open({ waitMs: 1 });
    await Promise.all([press.print(short), press.print(short)]);
    const many = await Promise.allSettled(Array.from({ length: 12 }, () => press.print(long)));
    const refused = many.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
    expect(pagesOf(await press.print(short))).toBe(1);
  });
});
