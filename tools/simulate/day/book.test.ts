import { expect, test } from "vitest";
import { SimulatedDayRecord } from "./book";

const callThroughBook = (over: typeof fetch, key: string) => {
  const book = new SimulatedDayRecord();
  const headers = new Headers({ "idempotency-key": `"${key}"` });
  const answered = book.watching(over)("http://localhost/", { method: "POST", headers });
  return { book, answered };
};

test("the simulation counts a missing answer or a server error as lost, but not a refusal", async () => {
  const broken = callThroughBook(() => Promise.reject(new TypeError("The connection was lost.")), "key-1");
  await expect(broken.answered).rejects.toThrow("lost");
  expect([broken.book.hasLostAnswer("key-1"), broken.book.hasLostAnswer("key-2")]).toEqual([true, false]);
  for (const [status, isLost] of [
    [200, false],
    [409, false],
    [502, true],
  ] as const) {
    const { book, answered } = callThroughBook(() => Promise.resolve(new Response(null, { status })), "key-1");
    await answered;
    expect(book.hasLostAnswer("key-1")).toBe(isLost);
  }
});
