import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface ProxyFaults {
  /** Delay in ms of every piece towards the client. */
  readonly latencyMs?: number;
  /**
   * Number of bytes towards the client after which a connection is cut, wherever that falls; asked once per connection.
   */
  readonly cutAfterBytes?: () => number;
}
export interface FaultProxy {
  readonly url: string;
  readonly cuts: number;
  /** Cuts every connection that is open now. */
  cut(): void;
  /** Cuts all connections, and refuses new ones until it is `up` again. */
  down(): void;
  /** Lets connections through to the same server, or to another one. */
  up(port?: number): void;
  /** Milliseconds for which no connection has come through; 0 while it is up. */
  readonly downMs: number;
  close(): Promise<void>;
}

/** Starts a faulty network between a client and a server on this machine. */
export async function startFaultProxy(
  port: number,
  { latencyMs = 0, cutAfterBytes }: ProxyFaults,
): Promise<FaultProxy> {
  const open = new Set<Socket>();
  let cuts = 0;
  let downSince: number | undefined;
  let target = port;
  const server = createServer((client) => {
    if (downSince !== undefined) return void client.destroy();
    const upstream = connect({ port: target, host: "127.0.0.1" });
    let left = cutAfterBytes?.() ?? Number.POSITIVE_INFINITY;
    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
    };
    const pass = (piece: Buffer) => {
      if (client.destroyed) return;
      client.write(piece.subarray(0, left), left <= piece.length ? end : undefined);
      if (left <= piece.length && left > 0) cuts++;
      left = Math.max(0, left - piece.length);
    };
    open.add(client);
    client.on("error", end).on("close", end).pipe(upstream);
    upstream.on("error", end).on("close", end);
    upstream.on("data", (piece) => (latencyMs > 0 ? setTimeout(() => pass(piece), latencyMs) : pass(piece)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    cuts += open.size;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    get downMs() {
      return downSince === undefined ? 0 : performance.now() - downSince;
    },
    cut,
    down: () => {
      downSince ??= performance.now();
      cut();
    },
    up: (to = target) => {
      target = to;
      downSince = undefined;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
