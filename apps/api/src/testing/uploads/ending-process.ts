import type { FileInspectionResult, FileInspectionRequest } from "#modules/assets/inspection";
import { answerParentProcess } from "#platform/threads/helper-answers";

let answeredCount = 0;

/** Process for tests that has memory for one large file, and not for an endless one. */
answerParentProcess<FileInspectionRequest, FileInspectionResult>(async ({ path }) => {
  if (path === "endless") process.abort();
  if (path === "large" && answeredCount > 0) process.kill(process.pid, "SIGKILL");
  answeredCount++;
  return {
    found: { mime_type: "image/jpeg", path, size_bytes: 1, sha256: String(answeredCount), width: 1, height: 1 },
  };
});
