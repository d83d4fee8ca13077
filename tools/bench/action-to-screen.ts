import { connect, type Socket } from "node:net";
import { insertBearer } from "../../apps/api/src/testing/fixtures";
import { ActionCycle } from "./action-cycle";
import { caseId, caseRanges, type DispatchDay } from "./dispatch-data";
import { allGrants } from "./fleet-data";
import type { Ground } from "./ground";
import { type BenchRow, milliseconds, quantile } from "./row";
import { loadByWire } from "./wire-client";

const STREAMS = 1_000;
const PER_SECOND = 200;
const SECONDS = 8;
const WARM_UP_SECONDS = 4;
const LINGER_MS = 1_500;
const GOAL_MS = 250;

/** From sending an action to its event on another dispatcher's stream and on the stream of the driver's phone. */
export async function benchActionToScreen(ground: Ground): Promise<BenchRow> {
  const day = await ground.dispatchDay();
  const api = await ground.api();
  const watch = new Watch();
  const sockets = await openStreams(ground, api.url, { day, watch });
  const cycle = new ActionCycle(day, PER_SECOND, caseRanges.screens);
  // One action a second on each connection: 200 are offered, however long an answer takes.
  const load = { url: api.url, connections: PER_SECOND, everyMs: 1_000, onAnswer: cycle.onAnswer };
  // Until every connection has planned its statements and the streams are all told of.
  await loadByWire({ ...load, seconds: WARM_UP_SECONDS, next: cycle.next });
  await loadByWire({
    ...load,
    seconds: SECONDS,
    next: (connection) => {
      const { index, lock_version } = cycle.current(connection);
      watch.sent(`${caseId(index)} ${lock_version + 1}`);
      return cycle.next(connection);
    },
  });
  await new Promise((resolve) => setTimeout(resolve, LINGER_MS));
  for (const socket of sockets) socket.destroy();
  const { desk, phone, missed } = watch.report();
  const p99 = Math.max(quantile(desk, 0.99), quantile(phone, 0.99));
  return {
    what: `action to screen, ${STREAMS} streams, ${PER_SECOND} actions/s offered`,
    ours: `desk p50 ${milliseconds(quantile(desk, 0.5))}, p99 ${milliseconds(quantile(desk, 0.99))}; phone p50 ${milliseconds(quantile(phone, 0.5))}, p99 ${milliseconds(quantile(phone, 0.99))}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `p99 < ${GOAL_MS} ms`,
    met: p99 < GOAL_MS && missed === 0,
    note: `${desk.length} actions${missed > 0 ? `, ${missed} events did not arrive in time` : ""}; without the browser`,
  };
}

/** What the two watched kinds of stream saw of each action, told by case and version. */
class Watch {
  private readonly sentAt = new Map<string, number>();
  private readonly seen = { desk: new Map<string, number>(), phone: new Map<string, number>() };

  sent(key: string) {
    this.sentAt.set(key, performance.now());
  }

  hear(who: "desk" | "phone", text: string) {
    const now = performance.now();
    for (const [, id, version] of text.matchAll(/"case_id" ?: ?"([0-9a-f-]+)".*?"lock_version" ?: ?(\d+)/g)) {
      const key = `${id} ${version}`;
      const sentAt = this.sentAt.get(key);
      if (sentAt !== undefined && !this.seen[who].has(key)) this.seen[who].set(key, now - sentAt);
    }
  }

  report() {
    const [desk, phone] = [[...this.seen.desk.values()], [...this.seen.phone.values()]];
    return { desk, phone, missed: 2 * this.sentAt.size - desk.length - phone.length };
  }
}

/** Half of them desks, half phones; one desk and every phone are listened to. */
async function openStreams(ground: Ground, url: string, { day, watch }: { day: DispatchDay; watch: Watch }) {
  const { tenant, phones } = day.fleet;
  const { token } = await insertBearer(ground.db, { tenant, grants: allGrants() });
  const wanted = phones.slice(0, STREAMS / 2).map((phone) => ({ who: "phone" as const, token: phone.token }));
  const desks = Array.from({ length: STREAMS - wanted.length }, () => ({ who: "desk" as const, token }));
  const sockets: Socket[] = [];
  for (const [index, { who, token: bearer }] of [...wanted, ...desks].entries()) {
    const listens = who === "phone" || index === wanted.length;
    sockets.push(await openStream(url, bearer, (text) => listens && watch.hear(who, text)));
  }
  return sockets;
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
