import { expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { testClock } from "../../testing/test-clock";
import { onThisMachine, takesOnlyOurs } from "./documented-receivers-testkit";

testClock.followMachine(); // The receiver is a process of its own with the machine's clock.
const api = startApi(onThisMachine);

it("the receiver of the documentation in Node accepts the product's deliveries, once, and nothing else", async () => {
  await expect(
    takesOnlyOurs(api, { file: "receiver.mjs", program: process.execPath, args: (path) => [path] }),
  ).resolves.toBeUndefined();
});
