import { useCallback, useEffect, useRef, useState } from "react";
import { sendRequest } from "./send";
import type { TryAnswer } from "./try-answer";
import type { TryRequest } from "./try-request";

/** Sends one request at a time; it is aborted when the form closes. */
export function useSendRequest() {
  const [answer, setAnswer] = useState<TryAnswer | undefined>();
  const [state, setState] = useState<"idle" | "sending" | "failed">("idle");
  const sending = useRef<AbortController | undefined>(undefined);
  const stop = useCallback(() => sending.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const run = useCallback(async (make: () => Promise<TryRequest | undefined>) => {
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    let status: number | undefined;
    setState("sending");
    try {
      const request = await make();
      const onAnswer = (next: TryAnswer) => {
        status = next.status;
        setAnswer(next);
      };
      if (request) await sendRequest(request, { signal: controller.signal, onAnswer });
      setState("idle");
    } catch {
      if (sending.current === controller) setState(controller.signal.aborted ? "idle" : "failed");
    }
    return status;
  }, []);
  return { run, stop, answer, state };
}
