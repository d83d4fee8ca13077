import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { vehicleDraft } from "../../testing/fleet";
import { buildRawRequestHead } from "../../testing/hand-made";
import { startApi } from "../../testing/start-api";
import { startTestServerNode } from "../../testing/start-node";

describe("stop of a node", () => {
  const api = startApi();

  it("a node stops although clients keep half-sent requests and silent connections, and answers what has arrived", async () => {
    const session = await api.signIn("getVehicles", "createVehicle");
    const node = await startTestServerNode(api.databaseUrl);
    const { server } = node.app.server;
    /** Resolves when the server has seen the connection or the request; `heard` is its status, if any. */
    const send = async (text: string) => {
      const seen = once(server, text === "" ? "connection" : "request");
      const socket = connect(node.port, "127.0.0.1", () => socket.write(text)).on("error", () => undefined);
      let answer = "";
      socket.on("data", (piece) => (answer += String(piece)));
      const heard = new Promise((resolve) =>
        socket.once("close", () => resolve(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? "nothing")),
      );
      await seen;
      return { heard };
    };
    const body = JSON.stringify(vehicleDraft());
    const about = ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const head = buildRawRequestHead(session, "POST /api/v1/vehicles", ...about);
    const [silent, halfSent, sent] = [await send(""), await send(head + body.slice(0, 9)), await send(head + body)];
    await node.stop();
    expect(await Promise.all([silent.heard, halfSent.heard, sent.heard])).toEqual(["nothing", "nothing", "201"]);
  });
});
