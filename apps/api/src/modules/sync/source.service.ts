import type { Clock } from "#platform/clock";
import { type EgressClient, EgressError } from "#platform/egress/egress";
import type { SecretSealer } from "#platform/process/sealing";
import { connectorUrlOf, createConnectorAuthHeaders } from "#modules/connectors/index";
import type { ClaimedSyncRun } from "./sync.sql";

/** Fault of a source; its message is shown with the run. */
export class SyncSourceError extends Error {}

export interface SyncSourceServices {
  readonly clock: Clock;
  readonly egress: Pick<EgressClient, "send">;
  readonly sealing: SecretSealer;
}

interface SourceFetchContext extends SyncSourceServices {
  /** Signal that cancels the request. */
  readonly signal: AbortSignal;
}

const SOURCE_PAGE_ROWS = 500;
const SOURCE_ROWS_MAX = 10_000;
const SOURCE_PAGE_BYTES_MAX = 2_000_000;
const SOURCE_FETCH_MS_MAX = 5 * 60_000;

/**
 * Fetches all rows page by page: `{"<kind of run in lower case>": [...]}` until a page is not full. Rows are used only
 * when all pages have come.
 */
export async function fetchSyncSourceRows(
  parts: SourceFetchContext,
  run: ClaimedSyncRun,
  onPage: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  const until = parts.clock.now().getTime() + SOURCE_FETCH_MS_MAX;
  for (let page = 0; ; page++) {
    const found = await fetchSourcePage(parts, run, page);
    rows.push(...found);
    if (rows.length > SOURCE_ROWS_MAX) throw new SyncSourceError(`More than ${SOURCE_ROWS_MAX} rows`);
    if (found.length < SOURCE_PAGE_ROWS) return rows;
    if (parts.clock.now().getTime() > until) throw new SyncSourceError("The source took more than five minutes");
    await onPage();
  }
}

async function fetchSourcePage(
  { egress, sealing, clock, signal }: SourceFetchContext,
  run: ClaimedSyncRun,
  page: number,
): Promise<readonly unknown[]> {
  const { base_url } = run;
  if (base_url === null) throw new SyncSourceError("There is no active connector");
  const noun = run.job.toLowerCase();
  const url = `${connectorUrlOf({ base_url }, `/${noun}`)}?page=${page}&size=${SOURCE_PAGE_ROWS}`;
  const proof = createConnectorAuthHeaders(
    sealing,
    { ...run, base_url },
    { id: `${run.id}-${page}`, body: "", at: clock.now() },
  );
  const headers = { accept: "application/json", ...proof };
  const answer = await egress
    .send({ url, method: "GET", headers, answerBytesMax: SOURCE_PAGE_BYTES_MAX, signal })
    .catch((error: unknown) => {
      throw error instanceof EgressError ? new SyncSourceError(`Page ${page}: ${error.message}`) : error;
    });
  if (answer.status !== 200) throw new SyncSourceError(`Page ${page}: HTTP ${answer.status}`);
  if (answer.isCut) throw new SyncSourceError(`Page ${page}: more than ${SOURCE_PAGE_BYTES_MAX} bytes`);
  const rows = rowsOfPage(answer.body, noun);
  if (rows === undefined) throw new SyncSourceError(`Page ${page}: no JSON with a list of ${noun}`);
  return rows;
}

function rowsOfPage(body: Buffer, noun: string): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    const rows: unknown = typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, noun) : undefined;
    return Array.isArray(rows) && rows.length <= SOURCE_PAGE_ROWS ? rows : undefined;
  } catch {
    return undefined;
  }
}
