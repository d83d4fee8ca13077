import type { RecordedExchange, RecordedAnswer } from "./recorder";

/** A validating tool for one call or one answer; undefined when it has nothing to complain about. */
export interface ExchangeValidator {
  readonly name: string;
  /** Checks a request, in validators that look at requests as well. */
  requestFault?(exchange: RecordedExchange): Promise<string | undefined>;
  answerFault(exchange: RecordedExchange, answer: RecordedAnswer): Promise<string | undefined>;
  stop?(): Promise<void>;
}

/** Keeps an answer under a number that travels with the request. */
export function storeAnswerUnderNumber(answers: Map<string, RecordedAnswer>, answer: RecordedAnswer): string {
  const number = String(answers.size + 1);
  answers.set(number, answer);
  return number;
}

export const isJsonAnswer = ({ headers }: RecordedAnswer) => /json/.test(headers["content-type"] ?? "");
export const parseJsonBody = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString()) as unknown;
