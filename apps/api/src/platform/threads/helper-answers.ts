/** Messages of a helper process; that it is ready comes first. */
export type HelperProcessMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "fault"; readonly message: string; readonly code?: string | undefined };

const PARENT_CHECK_INTERVAL_MS = 5;

const killOwnProcess = () => process.kill(process.pid, "SIGKILL");

/** Called once by the file of a helper process: answers the process that started it, and ends with that. */
export function answerParentProcess<Question, Answer>(answer: (question: Question) => Promise<Answer>) {
  const tell = (told: HelperProcessMessage) => process.send?.(told);
  process.on("disconnect", killOwnProcess);
  // Signals are meant for the process that started this one, which then ends it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  const memoryBytesMax = Number(process.argv.at(-1));
  const answerWithin = async (question: Question) => {
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > memoryBytesMax) killOwnProcess();
    }, PARENT_CHECK_INTERVAL_MS);
    try {
      tell({ kind: "answer", answer: await answer(question) });
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      tell({ kind: "fault", message, code });
    } finally {
      clearInterval(watch);
      globalThis.gc?.();
    }
  };
  process.on("message", ({ question }: { question: Question }) => void answerWithin(question));
  tell({ kind: "ready" });
}
