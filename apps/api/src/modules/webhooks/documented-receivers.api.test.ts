import { expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { testClock } from "../../testing/test-clock";
import { onThisMachine, takesOnlyOurs } from "./documented-receivers-testkit";

testClock.followMachine(); // As the receiver does, which is a process of its own.
const api = startApi(onThisMachine);

it("the receiver of the documentation in Node takes what is ours, once, and nothing else", async () => {
  await expect(
    takesOnlyOurs(api, { file: "receiver.mjs", program: process.execPath, args: (path) => [path] }),
  ).resolves.toBeUndefined();
});
