import { connect, type Socket } from "node:net";
import { insertBearer } from "../../apps/api/src/testing/fixtures";
import type { DispatchDay } from "./dispatch-data";
import { allGrants } from "./fleet-data";
import type { Ground } from "./ground";

export const STREAMS = 1_000;
type Hear = (who: "desk" | "phone", text: string) => void;

/** Half of them desks, half phones; one desk and every phone are listened to. Answers how to close them. */
export async function openStreams(ground: Ground, { fleet: { tenant, phones } }: DispatchDay, hear?: Hear) {
  const { url } = await ground.api();
  const { token } = await insertBearer(ground.db, { tenant, grants: allGrants() });
  const wanted = phones.slice(0, STREAMS / 2).map((phone) => ({ who: "phone" as const, token: phone.token }));
  const desks = Array.from({ length: STREAMS - wanted.length }, () => ({ who: "desk" as const, token }));
  const sockets: Socket[] = [];
  for (const [index, { who, token: bearer }] of [...wanted, ...desks].entries()) {
    const listens = who === "phone" || index === wanted.length;
    sockets.push(await openStream(url, bearer, (text) => listens && hear?.(who, text)));
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

function openStream(url: string, token: string, onText: (text: string) => void) {
  const { hostname, port } = new URL(url);
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let rest = "";
    socket.setEncoding("utf8").on("error", reject);
    socket.once("connect", () =>
      socket.write(
        `GET /api/v1/dashboard HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
      ),
    );
    socket.once("data", (head: string) =>
      head.startsWith("HTTP/1.1 200")
        ? resolve(socket)
        : reject(new Error(`A stream was refused: ${head.slice(0, 300)}`)),
    );
    // Whole lines only: an event may come in two pieces.
    socket.on("data", (text: string) => {
      const end = text.lastIndexOf("\n");
      if (end < 0) {
        rest += text;
        return;
      }
      onText(rest + text.slice(0, end));
      rest = text.slice(end + 1);
    });
  });
}
