import { useCallback, useEffect, useRef, useState } from "react";
import { sendTryItRequest } from "./send";
import type { TryItAnswer } from "./try-answer";
import type { TryItRequest } from "./try-request";

/** Sends one request at a time; it is aborted when the form closes. */
export function useSendTryItRequest() {
  const [answer, setAnswer] = useState<TryItAnswer | undefined>();
  const [state, setState] = useState<"idle" | "sending" | "failed">("idle");
  const sending = useRef<AbortController | undefined>(undefined);
  const stop = useCallback(() => sending.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const run = useCallback(async (make: () => Promise<TryItRequest | undefined>) => {
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    let status: number | undefined;
    setState("sending");
    try {
      const request = await make();
      const onAnswer = (next: TryItAnswer) => {
        status = next.status;
        setAnswer(next);
      };
      if (request) await sendTryItRequest(request, { signal: controller.signal, onAnswer });
      setState("idle");
    } catch {
      if (sending.current === controller) setState(controller.signal.aborted ? "idle" : "failed");
    }
    return status;
  }, []);
  return { run, stop, answer, state };
}
