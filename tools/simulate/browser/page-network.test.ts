import { afterEach, expect, test } from "vitest";
import { type ObservedWrite, PageNetwork } from "./page-network";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});

/** Starts a network between a page and a node that answers as given. */
async function startPageNetwork(over: typeof fetch) {
  const heard: ObservedWrite[] = [];
  const network = await PageNetwork.listen(over);
  network.hear = async (write) => void heard.push(write);
  cleanups.push(() => network.close());
  return { network, heard };
}
const echoFetch: typeof fetch = async (input, init) =>
  Response.json(
    { path: (input as URL).pathname, sent: init?.body ? await new Response(init.body).json() : null },
    { status: 201, headers: { etag: "7", "content-encoding": "identity" } },
  );

test("the simulation's proxy of a page passes on requests and their answers", async () => {
  const { network, heard } = await startPageNetwork(echoFetch);
  const answer = await fetch(`${network.url}/api/v1/tours`, { headers: { authorization: "Bearer abc" } });
  expect([answer.status, answer.headers.get("etag"), await answer.json()]).toEqual([
    201,
    "7",
    { path: "/api/v1/tours", sent: null },
  ]);
  expect(network.token).toBe("abc");
  expect(heard).toEqual([]);
});

test("the simulation's proxy of a page reports writes with their answers, and passes the answers on", async () => {
  const { network, heard } = await startPageNetwork(echoFetch);
  const answer = await fetch(`${network.url}/api/v1/cases`, { method: "POST", body: '{"a":1}' });
  expect(await answer.json()).toEqual({ path: "/api/v1/cases", sent: { a: 1 } });
  expect(heard.map(({ method, path, body }) => [method, path, body])).toEqual([["POST", "/api/v1/cases", '{"a":1}']]);
  expect(await heard[0]?.answer?.json()).toEqual({ path: "/api/v1/cases", sent: { a: 1 } });
});

test("the simulation's proxy of a page cuts the connection when there is no answer, and reports the write without one", async () => {
  const { network, heard } = await startPageNetwork(() => Promise.reject(new TypeError("no reception")));
  await expect(fetch(`${network.url}/api/v1/cases`, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
  expect(heard.map(({ answer }) => answer)).toEqual([undefined]);
});

test("the simulation's proxy of a page passes a stream on without delay, and ends it on both sides", async () => {
  let isGone = false;
  const { network } = await startPageNetwork(async (_input, init) => {
    init?.signal?.addEventListener("abort", () => (isGone = true));
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("data: 1\n\n")) });
    return new Response(body);
  });
  const answer = await fetch(`${network.url}/api/v1/dashboard`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  network.breakOff();
  await expect(reader.read()).rejects.toThrow("terminated");
  await expect.poll(() => isGone).toBe(true);
});
