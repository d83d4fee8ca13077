import { ApiProblem } from "@leitstand/client/problem";

/** Messages by which `fetch` tells of a connection that was not made, or that broke within an answer. */
const LOST_CONNECTION_MESSAGES: ReadonlySet<string> = new Set(["fetch failed", "terminated"]);

/**
 * Sentence for people about a server that cannot be reached, or has ended during the day; undefined for every other
 * error, which is a fault of the simulation and is shown with its stack.
 */
export function unreachableServerSentence(error: unknown, urls: readonly string[]): string | undefined {
  const reason = lostConnectionReason(error);
  if (reason === undefined) return undefined;
  return `${urls.join(", ")} cannot be reached, or has ended meanwhile${reason === "" ? "" : `: ${reason}`}.`;
}

/** Reason why no answer of the product came; empty: not known. */
function lostConnectionReason(error: unknown): string | undefined {
  if (error instanceof ApiProblem && error.code === "UNREACHABLE")
    return error.status === 0
      ? error.message.replace(/^0 UNREACHABLE: /, "")
      : `it answered with status ${error.status}`;
  if (error instanceof TypeError && LOST_CONNECTION_MESSAGES.has(error.message))
    return error.cause instanceof Error ? error.cause.message : "";
  return undefined;
}
