import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { startApi } from "../../testing/start-api";

const api = startApi();

it("a compressed position request that would expand to 200 MB is refused within a second", async () => {
  const phone = await api.bearer({ kind: "DEVICE", grants: ["updateLocation"], branchIds: [] });
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(200 * 1_048_576, 0x20), { level: 9 }));
  const begun = performance.now();
  const answer = await fetch(`${api.url}/api/v1/location`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${phone.session.token}`,
      "content-type": "application/json",
      "content-encoding": "gzip",
    },
    body: bomb,
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  expect(performance.now() - begun).toBeLessThan(1_000);
});
