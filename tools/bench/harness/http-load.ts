import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { findProgram } from "./programs";

const runFile = promisify(execFile);

export interface HttpLoadOptions {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  /** Paths below the url, asked in turn. */
  readonly paths: readonly string[];
}
export interface HttpLoadResult {
  readonly perSecond: number;
  readonly tool: string;
}

/**
 * Sends requests as fast as the answers come. With wrk where it is installed, because it leaves the processors to the
 * server; else with autocannon.
 */
export async function runHttpLoad(load: HttpLoadOptions): Promise<HttpLoadResult> {
  return findProgram("wrk") ? loadByWrk(load) : loadByAutocannon(load);
}

async function loadByWrk({ url, token, connections, seconds, paths }: HttpLoadOptions): Promise<HttpLoadResult> {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-wrk-"));
  const script = join(folder, "paths.lua");
  writeFileSync(
    script,
    `local paths = {${paths.map((path) => `"${path}"`).join(",")}}
local at = 0
wrk.headers["authorization"] = "Bearer ${token}"
request = function() at = at % #paths + 1; return wrk.format("GET", paths[at]) end
done = function(summary) io.write("refused ", summary.errors.status + summary.errors.read + summary.errors.timeout, "\\n") end`,
  );
  try {
    const { stdout } = await runFile("wrk", [
      "-t",
      "1",
      "-c",
      String(connections),
      "-d",
      `${seconds}s`,
      "-s",
      script,
      url,
    ]);
    const refused = Number(/refused (\d+)/.exec(stdout)?.[1] ?? Number.NaN);
    if (refused > 0) throw new Error(`${refused} requests were refused:\n${stdout}`);
    return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN), tool: "wrk" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function loadByAutocannon({ url, token, connections, seconds, paths }: HttpLoadOptions): Promise<HttpLoadResult> {
  const headers = { authorization: `Bearer ${token}` };
  const requests = paths.map((path) => ({ method: "GET", path, headers }));
  let connected = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    setupClient: (client) => {
      // Each connection asks for all paths in turn: from the first one on, all would ask for the same at the same time.
      const first = connected++ % requests.length;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${result.non2xx + result.errors} requests were refused, ${result.errors} of them without an answer.`,
    );
  return { perSecond: result.requests.average, tool: "autocannon" };
}
