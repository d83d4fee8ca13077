import type { FileAnswer, FileQuestion } from "#modules/assets/inspection";
import { answerStarter } from "#platform/threads/helper-answers";

let answered = 0;

/** For tests: a process that has room for one large file, and none for a file that is endless. */
answerStarter<FileQuestion, FileAnswer>(async ({ path }) => {
  if (path === "endless") process.abort();
  if (path === "large" && answered > 0) process.kill(process.pid, "SIGKILL");
  answered++;
  return {
    found: { mime_type: "image/jpeg", path, size_bytes: 1, sha256: String(answered), width: 1, height: 1 },
  };
});
