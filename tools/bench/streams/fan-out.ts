import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BenchEnvironment } from "../harness/ground";
import { startNchan } from "./nchan";
import { openFilesMax } from "../harness/process-facts";
import { type BenchRow, formatMilliseconds } from "../harness/row";
import type { StreamLoadOptions, StreamLoadResult } from "./stream-clients";

const CLIENT_COUNT = 10_000;
/** Number of files that a process needs besides its streams. */
const OTHER_OPEN_FILES = 500;
const MESSAGES_PER_SECOND = 10;
const MEASURED_SECONDS = 6;
const RATIO_GOAL = 2;

interface FanOutMeasurement extends StreamLoadResult {
  readonly microseconds: number;
}

/**
 * Benchmarks the same message to every open stream, against nginx with nchan: processor time of the server per
 * delivery.
 */
export async function benchFanOut(ground: BenchEnvironment): Promise<BenchRow> {
  const clients = Math.min(CLIENT_COUNT, (openFilesMax() ?? CLIENT_COUNT + OTHER_OPEN_FILES) - OTHER_OPEN_FILES);
  const ours = await measureOwnServer(ground, clients);
  const theirs = await measureNchan(clients);
  const ratio = theirs ? theirs.microseconds / ours.microseconds : undefined;
  const spelled = ({ microseconds, p99 }: FanOutMeasurement) =>
    `${microseconds.toFixed(1)} µs, p99 ${formatMilliseconds(p99)}`;
  return {
    what: `SSE to ${clients.toLocaleString("en")} clients, ${MESSAGES_PER_SECOND} messages/s each: CPU per delivery`,
    ours: spelled(ours),
    limit: theirs ? spelled(theirs) : "-",
    limitName: "nginx and nchan",
    ratio,
    goal: `≥ ${RATIO_GOAL} times cheaper`,
    met: ratio !== undefined && ratio >= RATIO_GOAL,
    note: [
      theirs ? "" : "nginx with nchan is not installed",
      clients < CLIENT_COUNT ? `only so many clients: a process may open ${openFilesMax()} files` : "",
      describeLoss("ours", ours),
      theirs ? describeLoss("nchan", theirs) : "",
    ]
      .filter(Boolean)
      .join("; "),
  };
}

const describeLoss = (who: string, { clients, sent, delivered }: FanOutMeasurement) =>
  delivered === clients * sent ? "" : `${who} delivered ${delivered} of ${clients * sent} in time`;

async function measureOwnServer(ground: BenchEnvironment, clients: number): Promise<FanOutMeasurement> {
  const { tenant, token } = await ground.fleet();
  const api = await ground.api();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const created = await fetch(`${api.url}/api/v1/areas`, {
    method: "POST",
    headers,
    body: JSON.stringify({ title: `Area of ${tenant.short_code}`, zip_ranges: [{ from: "8000", to: "8999" }] }),
  });
  if (!created.ok) throw new Error(`An area was answered ${created.status}: ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  return measureFanOut(api, {
    url: api.url,
    open: `GET /api/v1/dashboard HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
    clients,
    publish: {
      url: `${api.url}/api/v1/areas/${id}/waiting_time`,
      method: "PATCH",
      headers,
      body: '{"waiting_minutes":{n}}',
    },
    perSecond: MESSAGES_PER_SECOND,
    seconds: MEASURED_SECONDS,
  });
}

/** A message about as long as the product's own on the wire. */
const NCHAN_MESSAGE = JSON.stringify({
  type: "area waiting time",
  timestamp: new Date().toISOString(),
  trace_id: "0af7651916cd43dd8448eb211c80319c",
  data: {
    area_id: "00000000-0000-4000-8000-000000000001",
    title: "Area",
    waiting_minutes: "{n}",
    waiting_updated_at: new Date().toISOString(),
  },
}).replace('"{n}"', "{n}");

async function measureNchan(clients: number): Promise<FanOutMeasurement | undefined> {
  const nchan = await startNchan();
  if (!nchan) return undefined;
  const url = new URL(nchan.subscribeUrl);
  try {
    return await measureFanOut(nchan, {
      url: nchan.subscribeUrl,
      open: `GET ${url.pathname} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n`,
      clients,
      publish: {
        url: nchan.publishUrl,
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: NCHAN_MESSAGE,
      },
      perSecond: MESSAGES_PER_SECOND,
      seconds: MEASURED_SECONDS,
    });
  } finally {
    await nchan.stop();
  }
}

/** Measures from the moment all streams are open. */
function measureFanOut(server: { cpuSeconds(): number }, order: StreamLoadOptions): Promise<FanOutMeasurement> {
  const child = fork(fileURLToPath(new URL("./stream-clients.ts", import.meta.url)), { execArgv: process.execArgv });
  return new Promise((resolve, reject) => {
    let before = Number.NaN;
    child.on("message", (message: "open" | StreamLoadResult) => {
      if (message === "open") {
        before = server.cpuSeconds();
        return;
      }
      const microseconds = ((server.cpuSeconds() - before) / message.delivered) * 1e6;
      resolve({ ...message, microseconds });
    });
    child.on("error", reject).on("exit", (code) => code !== 0 && reject(new Error(`The clients ended with ${code}.`)));
    child.send(order);
  });
}
