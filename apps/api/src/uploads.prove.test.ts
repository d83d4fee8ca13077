import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@leitstand/client/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isProcessAlive } from "#platform/process/process-table";
import { funeralCaseRequest } from "./testing/cases";
import { insertTokenBearer, insertTenant } from "./testing/fixtures";
import { connectTestDatabase } from "./testing/start-node";
import { cloneDatabase } from "./testing/test-database";
import { hostileFiles, type HostileFileKind } from "./testing/uploads/hostile-files";
import { MeasuredServer } from "./testing/uploads/measured-server";

const LOOP_HELD_MS_MAX = 50;
const MEMORY_GROWTH_MB_MAX = 300;
const uploadGrants = ["createCase", "getCases", "uploadCaseAssets", "getAssets"];

/** Statuses that may answer a file which means harm or costs much: kept, no accepted type, unfit, or later. */
const ALLOWED_ANSWERS = [201, 415, 422, 503];

/** Small files that are a thousand million shapes when they are drawn, or deeper than any stack. */
const endlessDrawings = () => {
  const doubled = Array.from(
    { length: 30 },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
  );
  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
  return [
    // Only the time limit ends the drawing of this file.
    svg(`<defs><path id="g0" d="M0 0h9v9z"/>${doubled.join("")}</defs><use href="#g30"/>`),
    svg("<g>".repeat(100_000) + "</g>".repeat(100_000)),
    svg('<g id="a"><use href="#a"/></g>'),
  ].map((text) => Buffer.from(text));
};

// Linux only, which alone tells the figures that are measured.
describe.skipIf(process.platform !== "linux")("hostile files in uploads", { timeout: 600_000 }, () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let server: MeasuredServer | undefined;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "leitstand-uploads-"));
    database = await cloneDatabase();
  });
  afterEach(async () => {
    await server?.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  async function upload(url: string) {
    const db = connectTestDatabase(database.url, 2);
    const { token } = await insertTokenBearer(db, { tenant: await insertTenant(db, "FUNERAL"), grants: uploadGrants });
    await db.close();
    const { id } = await createClient({ baseUrl: url, token: () => token }).createCase(funeralCaseRequest());
    return async (bytes: Uint8Array) => {
      const body = new FormData();
      body.append("file", new File([bytes as BlobPart], "datei"));
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/v1/cases/${id}/assets`, { method: "POST", body, headers });
      await answer.text();
      return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
    };
  }

  it.each(["PDF", "PNG", "JPEG", "WebP", "HEIC"] satisfies HostileFileKind[])(
    "the server stays responsive and small during 20 concurrent hostile uploads of kind %s, and keeps no files of them",
    async (kind) => {
      server = await MeasuredServer.start(database.url, dataDir);
      const send = await upload(server.url);
      await send(Buffer.from("no file that we take")); // Loads what only a first upload loads.
      const files = hostileFiles[kind]();
      const answers: Awaited<ReturnType<typeof send>>[] = [];
      const strain = await server.during(async () => answers.push(...(await Promise.all(files.map(send)))));
      console.log(
        `20 ${kind}: held ${strain.heldMs.toFixed(0)} ms, grown ${strain.grownMb.toFixed(0)} MB`,
        countByStatus(answers),
      );
      for (const { status, retryAfter } of answers) {
        expect(ALLOWED_ANSWERS).toContain(status);
        expect(retryAfter === null).toBe(status !== 503);
      }
      expect(strain.heldMs).toBeLessThanOrEqual(LOOP_HELD_MS_MAX);
      expect(strain.grownMb).toBeLessThanOrEqual(MEMORY_GROWTH_MB_MAX);
      expect(readdirSync(join(dataDir, "assets/drafts"))).toEqual([]);
    },
  );

  it("the server stays responsive and small when logos are pictures of millions of pixels and endless drawings", async () => {
    server = await MeasuredServer.start(database.url, dataDir);
    const { url } = server;
    const db = connectTestDatabase(database.url, 2);
    const tenant = await insertTenant(db, "FUNERAL");
    const { token } = await insertTokenBearer(db, { tenant, grants: ["getTenants", "updateTenant"] });
    await db.close();
    const send = async (bytes: Uint8Array) => {
      const body = new FormData();
      body.append("kind", "LOGO");
      body.append("file", new File([bytes as BlobPart], "logo"));
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/v1/tenants/${tenant.id}/logos`, { method: "PUT", body, headers });
      await answer.text();
      return answer.status;
    };
    await send(Buffer.from("no file that we take"));
    const files = [...hostileFiles.PNG(), ...endlessDrawings()];
    const answers: number[] = [];
    const strain = await server.during(async () => answers.push(...(await Promise.all(files.map(send)))));
    console.log(
      `${files.length} logos: held ${strain.heldMs.toFixed(0)} ms, grown ${strain.grownMb.toFixed(0)} MB`,
      answers.join(" "),
    );
    for (const status of answers) expect([200, 413, 415, 422, 503]).toContain(status);
    expect(strain.heldMs).toBeLessThanOrEqual(LOOP_HELD_MS_MAX);
    expect(strain.grownMb).toBeLessThanOrEqual(MEMORY_GROWTH_MB_MAX);
    expect(readdirSync(join(dataDir, "assets/drafts"))).toEqual([]);
  });

  it("a server that inspects hostile files in its own process becomes slow and large, and the test detects it", async () => {
    server = await MeasuredServer.startCareless(database.url, dataDir);
    const send = await upload(server.url);
    const pdfs = hostileFiles.PDF().slice(0, 1);
    expect((await server.during(() => Promise.all(pdfs.map(send)))).heldMs).toBeGreaterThan(LOOP_HELD_MS_MAX);
    const pictures = hostileFiles.PNG().slice(0, 1);
    expect((await server.during(() => Promise.all(pictures.map(send)))).grownMb).toBeGreaterThan(MEMORY_GROWTH_MB_MAX);
  });

  it("the inspection of files ends when the server is killed", async () => {
    server = await MeasuredServer.start(database.url, dataDir);
    const send = await upload(server.url);
    await send(Buffer.from("no file that we take"));
    const helpers = server.helpers();
    expect(helpers).toHaveLength(1);
    const sent = hostileFiles.JPEG().map((file) => send(file).catch(() => undefined));
    await server.stop("SIGKILL");
    await Promise.all(sent);
    await expect.poll(() => helpers.some(isProcessAlive), { timeout: 10_000 }).toBe(false);
  });
});

function countByStatus(answers: readonly { status: number }[]) {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
