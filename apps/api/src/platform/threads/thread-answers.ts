/** Messages between a thread and its starter. The first response, with the id 0, says that the thread is ready. */
import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "./thread-priority";

export interface ThreadRequest {
  readonly id: number;
  readonly name: string;
  readonly question: unknown;
}
export type ThreadResponse =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly fault: Error };

/** An answer whose buffers are handed over instead of copied. */
export class AnswerWithTransferredBuffers {
  constructor(
    readonly answer: unknown,
    readonly buffers: readonly ArrayBuffer[],
  ) {}
}

type AnswerFunctions = Readonly<Record<string, (question: never) => unknown>>;

/**
 * Called once by the file of a thread: takes the data it began with, and returns functions that answer by the name of
 * the question.
 */
export async function answerThreadQuestions<Data>(prepare: (data: Data) => Promise<AnswerFunctions>): Promise<void> {
  const { data, yields } = workerData as { readonly data: Data; readonly yields: boolean };
  if (yields) lowerThreadPriority();
  const answerers = await prepare(data);
  let last = Promise.resolve();
  parentPort?.on("message", (request: ThreadRequest) => {
    // Questions are answered one after the other, also where an answer takes its time.
    last = last.then(() => answerRequest(answerers, request));
  });
  postResponse({ id: 0, answer: undefined });
}

async function answerRequest(answerers: AnswerFunctions, { id, name, question }: ThreadRequest) {
  try {
    const found = await answerers[name]?.(question as never);
    if (found instanceof AnswerWithTransferredBuffers) postResponse({ id, answer: found.answer }, found.buffers);
    else postResponse({ id, answer: found });
  } catch (error) {
    postResponse({ id, fault: error as Error });
  }
}

const postResponse = (response: ThreadResponse, buffers: readonly ArrayBuffer[] = []) =>
  parentPort?.postMessage(response, [...buffers]);
