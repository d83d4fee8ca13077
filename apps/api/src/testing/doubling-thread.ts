/** Thread for tests of threads: doubles numbers, cannot begin with a negative one, and never answers one question. */
import { getPriority } from "node:os";
import { answerThreadQuestions, AnswerWithTransferredBuffers } from "#platform/threads/thread-answers";

await answerThreadQuestions(async (least: number) => {
  if (least < 0) throw new RangeError(`Cannot begin with ${least}.`);
  return {
    double: (number: number) => {
      if (number < least) throw new RangeError(`Cannot double ${number}.`);
      return 2 * number;
    },
    priority: () => getPriority(),
    never: () => new Promise<number>(() => undefined),
    row: (length: number) => {
      const row = new Float64Array(length).fill(2);
      return new AnswerWithTransferredBuffers(row, [row.buffer]);
    },
  };
});
