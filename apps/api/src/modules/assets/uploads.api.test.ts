import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { uploadBytesTokenBucket } from "@leitstand/contract/operation/rate-limits";
import { funeralCaseRequest } from "../../testing/cases";
import { stopRateLimitRefill } from "../../testing/process-time";
import { type ApiSession, startApi } from "../../testing/start-api";
import { sendTestUpload, caseAssetsUrlOf } from "./upload-testkit";

const grants = ["createCase", "uploadCaseAssets"];

describe("the upload limit of a tenant per minute", () => {
  // A twentieth of the limits: 10 MB and ten files. Every call has a token of its own, so that no other limit is met.
  const factor = 0.05;
  const api = startApi({ rateLimitFactor: factor });
  const half = Buffer.alloc(Math.floor((uploadBytesTokenBucket.burst * factor) / 2) - 1_000);

  const caller = (tenant?: ApiSession["session"]["tenant"]) => api.bearer({ grants, ...(tenant ? { tenant } : {}) });

  it.each([false, true])(
    "uploaded bytes count towards the tenant's limit before they are stored, with or without a Content-Length (in chunks: %s)",
    async (isChunked) => {
      const first = await caller();
      const { tenant } = first.session;
      const { id } = await first.createCase(funeralCaseRequest());
      const upload = async (file: Buffer) =>
        sendTestUpload(caseAssetsUrlOf(api.url, id), (await caller(tenant)).session.token, { file, isChunked });
      const refused = { status: 429, code: "RATE_LIMIT_EXCEEDED" };
      stopRateLimitRefill();
      for (let count = 0; count < 2; count++)
        expect(await upload(half)).toMatchObject({ code: "FILE_TYPE_NOT_ALLOWED" });
      const { retryAfter, ...third } = await upload(half);
      expect(third).toEqual(refused);
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(readdirSync(join(api.dataDir, "assets/drafts"))).toEqual([]);
      const stranger = await caller();
      const other = await stranger.createCase(funeralCaseRequest());
      const elsewhere = await sendTestUpload(caseAssetsUrlOf(api.url, other.id), stranger.session.token, {
        file: half,
        isChunked,
      });
      expect(elsewhere.code).toBe("FILE_TYPE_NOT_ALLOWED");
    },
  );
});
