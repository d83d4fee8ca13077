import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";

export interface PostgresRecordingProxy {
  /** URL of the same database and login, through this proxy. */
  through(url: string): string;
  /** Messages that clients have sent since the last call, by kind; a Sync or a simple query ends each round trip. */
  sent(): string;
  /**
   * Silences the connection, so that nothing comes through and neither side learns of it; or lets everything through
   * again.
   */
  hush(isSilent: boolean): void;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy to PostgreSQL that records the types of messages. `tamper` can change the bytes from the client,
 * but not their number.
 */
export async function startPostgresRecordingProxy(
  serverUrl: string,
  tamper: (piece: Buffer) => Buffer = (piece) => piece,
): Promise<PostgresRecordingProxy> {
  const { host, port } = new pg.Client({ connectionString: serverUrl });
  const open = new Set<Socket>();
  let kinds = "";
  let isSilent = false;
  // A side that hangs up is not answered by itself: a silent wire does not say so.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host, port, allowHalfOpen: true });
    const end = () => {
      for (const socket of [client, upstream]) {
        socket.destroy();
        open.delete(socket);
      }
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", end).on("close", end);
      socket.on("end", () => isSilent || end());
    }
    const read = messageReader((kind) => (kinds += kind));
    client.on("data", (piece) => {
      read(piece);
      if (!isSilent) upstream.write(tamper(piece));
    });
    upstream.on("data", (piece) => isSilent || client.write(piece));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    through: (url) => {
      const address = new URL(url);
      address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return address.href;
    },
    sent: () => {
      const told = kinds;
      kinds = "";
      return told;
    },
    hush: (given) => {
      isSilent = given;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Reads messages: the start-up message has no kind; each of the others begins with one, and with its length. */
function messageReader(onMessage: (kind: string) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  return (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const at = started ? 1 : 0;
      if (rest.length < at + 4) return;
      const length = at + rest.readInt32BE(at);
      if (rest.length < length) return;
      if (started) onMessage(String.fromCharCode(rest[0] as number));
      started = true;
      rest = rest.subarray(length);
    }
  };
}
