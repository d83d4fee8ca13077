import { readdirSync, truncateSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { type App, createApp } from "../../app";
import { funeralCaseRequest } from "../../testing/cases";
import { startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";

/** A file larger than what the system buffers for a connection. */
const LARGE_FILE_BYTES = 64 * 1_048_576;

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}
const INFO_LEVEL = 30;

describe("answer that breaks off in the middle", () => {
  const api = startApi();
  let lines: LogLine[] = [];
  let app: App;
  let url: string;
  /** Resolves when the server has released an answer. */
  let tellClosed: () => void;

  beforeAll(async () => {
    const logger = { level: "info", stream: { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) } };
    app = await createApp({ ...testNodeOptions(api.db), dataDir: api.dataDir, logger });
    app.server.addHook("onRequest", async (_request, reply) => void reply.raw.once("close", () => tellClosed()));
    app.server.get("/failing", async (_request, reply) => {
      const source: Readable = new Readable({ read: () => void source.push(Buffer.alloc(65_536)) });
      // The client has received a part of it by then.
      reply.raw.once("drain", () => source.destroy(new Error("the disk is gone")));
      return reply.send(source);
    });
    url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    lines = [];
    tellClosed = () => undefined;
  });

  /** Begins to read an answer; returns how that ended, once the server has logged everything about it. */
  const read = async (
    path: string,
    { token = "", onData = (_answer: IncomingMessage) => undefined as unknown } = {},
  ) => {
    const closed = new Promise<void>((resolve) => (tellClosed = resolve));
    const ended = await new Promise<string>((resolve) => {
      const asked = get(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
        answer.once("data", () => onData(answer));
        answer.once("end", () => resolve("whole"));
        answer.once("error", ({ message }) => resolve(message));
      });
      asked.on("error", ({ message }) => resolve(message));
    });
    await closed;
    // Everything that directly follows an answer has happened once the next answer has come.
    await fetch(`${url}/api/v1/nothing`);
    return ended;
  };
  const faults = () => lines.filter(({ level }) => level > INFO_LEVEL);

  it("the server logs no fault when a client leaves before its answer is complete", async () => {
    const crew = await api.signIn("createCase", "getCases", "uploadCaseAssets", "getAssets");
    const { id } = await crew.createCase(funeralCaseRequest());
    const file = new File(["%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\nxref\nstartxref\n9\n%%EOF\n"], "note.pdf");
    const asset = await crew.uploadCaseAssets({ id, file });
    for (const { parentPath, name } of readdirSync(api.dataDir, { recursive: true, withFileTypes: true }))
      if (name.endsWith(".pdf")) truncateSync(join(parentPath, name), LARGE_FILE_BYTES);
    await api.db.system.run(sql`update assets set size_bytes = ${LARGE_FILE_BYTES} where id = ${asset.id}`);

    const { token } = crew.session;
    const onData = (answer: IncomingMessage) => answer.destroy(new Error("left"));
    expect(await read(`/api/v1/assets/${asset.id}`, { token, onData })).toBe("left");
    expect(faults()).toEqual([]);
  });

  it("the server logs one fault when the source of an answer fails, and the client sees that the answer is incomplete", async () => {
    expect(await read("/failing")).toBe("aborted");
    expect(faults()).toMatchObject([{ err: { message: "the disk is gone" } }]);
  });
});
