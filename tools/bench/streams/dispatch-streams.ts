import { connect, type Socket } from "node:net";
import { insertTokenBearer } from "../../../apps/api/src/testing/fixtures";
import type { DispatchDayData } from "../harness/dispatch-data";
import { listAllGrants } from "../harness/fleet-data";
import type { BenchEnvironment } from "../harness/ground";

export const BENCH_STREAM_COUNT = 1_000;
type StreamTextListener = (who: "dispatcher" | "phone", text: string) => void;

/**
 * Opens streams, half of dispatchers, half of phones; one dispatcher and every phone are read. Returns how to close
 * them.
 */
export async function openBenchStreams(
  ground: BenchEnvironment,
  { fleet: { tenant, phones } }: DispatchDayData,
  hear?: StreamTextListener,
) {
  const { url } = await ground.api();
  const { token } = await insertTokenBearer(ground.db, { tenant, grants: listAllGrants() });
  const wanted = phones
    .slice(0, BENCH_STREAM_COUNT / 2)
    .map((phone) => ({ who: "phone" as const, token: phone.token }));
  const dispatchers = Array.from({ length: BENCH_STREAM_COUNT - wanted.length }, () => ({
    who: "dispatcher" as const,
    token,
  }));
  const sockets: Socket[] = [];
  for (const [index, { who, token: bearer }] of [...wanted, ...dispatchers].entries()) {
    const listens = who === "phone" || index === wanted.length;
    sockets.push(await openStream(url, bearer, hear && listens ? (text) => hear(who, text) : undefined));
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/**
 * Buffer into which streams that are not watched are read, again and again: a measured server shares the machine with
 * its readers.
 */
const discardBuffer = Buffer.alloc(65_536);

function openStream(url: string, token: string, onLines?: (text: string) => void) {
  const { hostname, port } = new URL(url);
  return new Promise<Socket>((resolve, reject) => {
    const take = onLines && joinWholeLines(onLines);
    let hasBegun = false;
    const onread = {
      buffer: take ? () => Buffer.allocUnsafe(discardBuffer.length) : discardBuffer,
      callback: (count: number, bytes: Uint8Array) => {
        if (hasBegun && take === undefined) return true;
        const text = Buffer.from(bytes.subarray(0, count)).toString();
        if (!hasBegun && !text.startsWith("HTTP/1.1 200"))
          reject(new Error(`A stream was refused: ${text.slice(0, 300)}`));
        hasBegun = true;
        resolve(socket);
        take?.(text);
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    socket.on("error", reject);
    socket.once("connect", () =>
      socket.write(
        `GET /api/v1/dashboard HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
      ),
    );
  });
}

/** Joins pieces to whole lines, as an event may come in two pieces. */
function joinWholeLines(onLines: (text: string) => void) {
  let rest = "";
  return (text: string) => {
    const end = text.lastIndexOf("\n");
    if (end < 0) {
      rest += text;
      return;
    }
    onLines(rest + text.slice(0, end));
    rest = text.slice(end + 1);
  };
}
