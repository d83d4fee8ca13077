import { expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { testClock } from "../../testing/test-clock";
import { localReceiverTestOptions, checkReceiverVerifiesSignatures } from "./documented-receivers-testkit";

testClock.followMachine(); // The receiver is a process of its own with the machine's clock.
const api = startApi(localReceiverTestOptions);

it("the sample receiver of the documentation in Node accepts the deliveries of the product, once, and nothing else", async () => {
  await expect(
    checkReceiverVerifiesSignatures(api, { file: "receiver.mjs", program: process.execPath, args: (path) => [path] }),
  ).resolves.toBeUndefined();
});
