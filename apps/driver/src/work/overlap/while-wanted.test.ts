import { expect, it } from "vitest";
import { createCoalescedRunner } from "./while-wanted.ts";

/** Work that ends when the test says so, with a log of its begins and ends. */
function startSlowWork() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const want = createCoalescedRunner(async () => {
    const name = ends.length + 1;
    log.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.push(resolve));
    log.push(`${name} ends`);
  });
  const end = async (index: number) => {
    ends[index]?.();
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { log, want, end };
}

it("createCoalescedRunner starts another run only after the one before has ended", async () => {
  const { log, want, end } = startSlowWork();
  const first = want();
  const others = [want(), want()];
  await end(0);
  expect(log).toEqual(["1 begins", "1 ends", "2 begins"]);
  await end(1);
  await Promise.all([first, ...others]);
  expect(log).toEqual(["1 begins", "1 ends", "2 begins", "2 ends"]);
});

it("createCoalescedRunner runs again when it is called after the work has ended or failed", async () => {
  let rounds = 0;
  const want = createCoalescedRunner(async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("no network");
  });
  await expect(want()).rejects.toThrow("no network");
  await want();
  await want();
  expect(rounds).toBe(3);
});
