import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UPLOAD_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import { funeralCaseRequest } from "../../testing/cases";
import { startApi } from "../../testing/start-api";
import { startTestServerNode, type TestNode } from "../../testing/start-node";
import { sendTestUpload, caseAssetsUrlOf } from "./upload-testkit";

const grants = ["createCase", "getCases", "uploadCaseAssets", "getAssets"];

/** Whether the test may mount a disk small enough to be filled; only root may. */
const canMountDisk = process.platform === "linux" && process.getuid?.() === 0;

describe("a full disk", () => {
  const api = startApi();
  let disk: string;
  let node: TestNode;

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), "leitstand-small-disk-"));
    if (!canMountDisk) return;
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    node = await startTestServerNode(api.databaseUrl, () => ({ dataDir: disk }));
  });
  afterAll(async () => {
    await node?.stop();
    if (canMountDisk) execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  });

  const pdf = (size: number) =>
    Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size, " "), Buffer.from("\nstartxref\n9\n%%EOF\n")]);

  it.skipIf(!canMountDisk)(
    "an upload to a full disk answers 503 with Retry-After and leaves no partial file, while files can still be read",
    async () => {
      const dispatcher = await api.signIn(...grants);
      const { id } = await dispatcher.createCase(funeralCaseRequest());
      const { token } = dispatcher.session;
      const upload = (size: number) =>
        sendTestUpload(caseAssetsUrlOf(node.url, id), token, { file: pdf(size), isChunked: false });
      expect((await upload(100_000)).status).toBe(201);
      const full = { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: 30 };
      expect(await upload(UPLOAD_FILE_BYTES_MAX - 1_000)).toEqual(full);
      expect(readdirSync(join(disk, "assets/drafts"))).toEqual([]);
      const [asset] = (await dispatcher.getCase({ id })).assets?.documents ?? [];
      const kept = await fetch(`${node.url}/api/v1/assets/${asset?.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(kept.status).toBe(200);
      expect((await kept.arrayBuffer()).byteLength).toBe(asset?.size_bytes);
      // With space on the disk again, uploads succeed without a restart.
      expect((await upload(100_000)).status).toBe(201);
    },
  );
});
