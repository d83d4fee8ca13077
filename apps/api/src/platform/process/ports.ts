import { randomInt } from "node:crypto";
import { type AddressInfo, createServer, type Server } from "node:net";
import { StartupError } from "./startup-error";

/** Throws one StartupError with a sentence for each port that cannot be listened on. Port 0 is always possible. */
export async function checkPortsAreFree(host: string, ports: Readonly<Record<string, number>>): Promise<void> {
  const faults: string[] = [];
  for (const [variable, port] of Object.entries(ports)) {
    const error = await tryToListen(host, port);
    if (error) faults.push(explainListenError(error, { variable, host, port }));
  }
  if (faults.length > 0) throw new StartupError(...faults);
}

/** The sentence for an error of `listen`, whether found before the start or by the server itself. */
function explainListenError(
  error: NodeJS.ErrnoException,
  { variable, host, port }: { variable: string; host: string; port: number },
): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program; stop it or set ${variable} to a free port.`;
    case "EACCES":
      return `Port ${port} on ${host} is not open to this user; set ${variable} to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST is "${host}", which is not an address of this machine.`;
    default:
      return `Port ${port} on ${host} cannot be listened on: ${error.message}.`;
  }
}

/** Ports that were chosen for servers that do not listen yet, each kept by a server that nothing connects to. */
const keptPorts = new Map<number, Server>();

/** Listens by the function that is given; a port that was not chosen here may have been taken since the check. */
export async function listenOrThrowStartupError<T>(
  at: { variable: string; host: string; port: number },
  open: () => Promise<T>,
): Promise<T> {
  await stopKeepingPort(at.port);
  try {
    return await open();
  } catch (error) {
    throw new StartupError(explainListenError(error as NodeJS.ErrnoException, at));
  }
}

export const isPortFree = async (host: string, port: number): Promise<boolean> =>
  (await tryToListen(host, port)) === undefined;

/**
 * Ports for servers. Systems use ports from 32768 (Linux) or 49152 (others) on for outgoing connections, so one of
 * those that is free now may be taken before its server listens.
 */
const SERVER_PORT_RANGE = { from: 20_000, below: 32_768 };

/**
 * Chooses a port that is free on `host` for each variable that is 0, so that links can name it before it is listened on,
 * and keeps it until then. Returns the variables with the texts that they would have to be set to.
 */
export async function chooseFreePorts(
  host: string,
  ports: Readonly<Record<string, number>>,
): Promise<Record<string, string>> {
  const wanted = Object.keys(ports).filter((variable) => ports[variable] === 0);
  await checkPortsAreFree(host, Object.fromEntries(wanted.map((variable) => [variable, 0])));
  const taken = new Set(Object.values(ports));
  const chosen: Record<string, string> = {};
  for (const variable of wanted) {
    let port = 0;
    while (taken.has(port) || !(await keepPort(host, port))) port = await findFreePort();
    taken.add(port);
    chosen[variable] = String(port);
  }
  return chosen;
}

/** Keeps a port from other programs; false where one listens there already. */
async function keepPort(host: string, port: number): Promise<boolean> {
  const keeper = createServer();
  const isKept = await new Promise<boolean>((resolve) => {
    keeper.once("error", () => resolve(false));
    keeper.listen({ host, port, exclusive: true }, () => resolve(true));
  });
  if (isKept) keptPorts.set(port, keeper.unref());
  return isKept;
}

async function stopKeepingPort(port: number): Promise<void> {
  const keeper = keptPorts.get(port);
  if (!keeper) return;
  keptPorts.delete(port);
  await new Promise((resolve) => keeper.close(resolve));
}

/** A port of 127.0.0.1 that no program listens on at the moment. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = randomInt(SERVER_PORT_RANGE.from, SERVER_PORT_RANGE.below);
    if (await isPortFree("127.0.0.1", port)) return port;
  }
  throw new Error("No port of 127.0.0.1 can be listened on.");
}

/**
 * Lets a server that listens on 127.0.0.1 answer connections to ::1 at the same port: `localhost` may be either, and
 * people type both. Does nothing where the machine has no IPv6, or another program listens there. Returns how to stop
 * listening.
 */
export async function listenOnOtherLoopback(server: Server): Promise<() => Promise<void>> {
  const { address, port } = server.address() as AddressInfo;
  // Takes connections as Node's own HTTP server does.
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
  const isListening =
    address === "127.0.0.1" &&
    (await new Promise<boolean>((resolve) => {
      other.once("error", () => resolve(false));
      other.listen({ host: "::1", port, exclusive: true }, () => resolve(true));
    }));
  return async () => {
    // Connections end with the server that they were given to.
    if (isListening) other.close();
  };
}

function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
