import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import { uploadBytes } from "@leitstand/contract/operation/rate-limits";
import { aFuneralCase } from "../../testing/cases";
import { type Session, startApi } from "../../testing/start-api";
import { startNode, type TestNode } from "../../testing/start-node";

const grants = ["createCase", "getCases", "uploadCaseAssets", "getAssets"];
const BOUNDARY = "a-boundary";
const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
const closing = `\r\n--${BOUNDARY}--\r\n`;

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number;
}

/** A form with one file, sent as a whole or, as those do who do not know how long it becomes, in chunks. */
function send(url: string, token: string, form: { readonly file: Buffer; readonly isChunked: boolean }) {
  const parts = [Buffer.from(opening), form.file, Buffer.from(closing)];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(url, {
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        ...(form.isChunked ? {} : { "content-length": length }),
      },
    });
    asked.on("error", reject);
    asked.on("response", (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += String(chunk)));
      answer.on("end", () => {
        const { code } = JSON.parse(text) as { code: string };
        resolve({ status: answer.statusCode ?? 0, code, retryAfter: Number(answer.headers["retry-after"]) });
      });
    });
    for (const part of parts) asked.write(part);
    asked.end();
  });
}

const uploadUrl = (url: string, id: string) => `${url}/api/v1/cases/${id}/assets`;

describe("the bytes that a company uploads in a minute", { timeout: 60_000 }, () => {
  // A twentieth: 10 MB and ten files. Every call by a token of its own, so that no other limit is met.
  const factor = 0.05;
  const api = startApi({ rateLimitFactor: factor });
  const half = Buffer.alloc(Math.floor((uploadBytes.burst * factor) / 2) - 1_000);

  const caller = (tenant?: Session["session"]["tenant"]) => api.bearer({ grants, ...(tenant ? { tenant } : {}) });

  it.each([false, true])("are counted before they are kept, whether told or not (in chunks: %s)", async (isChunked) => {
    const first = await caller();
    const { tenant } = first.session;
    const { id } = await first.createCase(aFuneralCase());
    const upload = async (file: Buffer) =>
      send(uploadUrl(api.url, id), (await caller(tenant)).session.token, { file, isChunked });
    const refused = { status: 429, code: "RATE_LIMIT_EXCEEDED" };
    for (let count = 0; count < 2; count++) expect(await upload(half)).toMatchObject({ code: "FILE_TYPE_NOT_ALLOWED" });
    const { retryAfter, ...third } = await upload(half);
    expect(third).toEqual(refused);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(readdirSync(join(api.dataDir, "assets/drafts"))).toEqual([]);
    const stranger = await caller();
    const other = await stranger.createCase(aFuneralCase());
    const elsewhere = await send(uploadUrl(api.url, other.id), stranger.session.token, { file: half, isChunked });
    expect(elsewhere.code).toBe("FILE_TYPE_NOT_ALLOWED");
  });
});

/** Root alone may make a disk of its own that is small enough to be filled. */
const mayMount = process.platform === "linux" && process.getuid?.() === 0;

describe("a full disk", { timeout: 60_000 }, () => {
  const api = startApi();
  let disk: string;
  let node: TestNode;

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), "leitstand-small-disk-"));
    if (!mayMount) return;
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    node = await startNode(api.databaseUrl, () => ({ dataDir: disk }));
  });
  afterAll(async () => {
    await node?.stop();
    if (mayMount) execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  });

  const pdf = (size: number) =>
    Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size, " "), Buffer.from("\nstartxref\n9\n%%EOF\n")]);

  it.skipIf(!mayMount)(
    "answers uploads with 503 and when to come again, keeps nothing half, and goes on reading",
    async () => {
      const desk = await api.signIn(...grants);
      const { id } = await desk.createCase(aFuneralCase());
      const { token } = desk.session;
      const upload = (size: number) => send(uploadUrl(node.url, id), token, { file: pdf(size), isChunked: false });
      expect((await upload(100_000)).status).toBe(201);
      const full = { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: 30 };
      expect(await upload(FILE_BYTES_MAX - 1_000)).toEqual(full);
      expect(readdirSync(join(disk, "assets/drafts"))).toEqual([]);
      const [asset] = (await desk.getCase({ id })).assets?.documents ?? [];
      const kept = await fetch(`${node.url}/api/v1/assets/${asset?.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(kept.status).toBe(200);
      expect((await kept.arrayBuffer()).byteLength).toBe(asset?.size_bytes);
      // Room again, and it goes on by itself.
      expect((await upload(100_000)).status).toBe(201);
    },
  );
});
