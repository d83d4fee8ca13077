import { ApiProblem } from "@leitstand/client/problem";
import { type FormEvent, useState } from "react";
import { useRefusalText } from "./refusal-text.ts";

interface AskProps {
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly kind: "tel" | "code" | "text";
  readonly first?: string;
  /** Message for a name that the server does not know. */
  readonly unknown?: string;
  readonly onAnswer: (answer: string) => Promise<unknown>;
}

const inputAttributesByKind = {
  tel: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  code: { type: "text", inputMode: "numeric", autoComplete: "one-time-code" },
  text: { type: "text", inputMode: "text", autoComplete: "off" },
} as const;

/** Form with one field and one button; a refusal of the server is shown below. */
export function SingleFieldForm({ label, hint, button, kind, first = "", unknown, onAnswer }: AskProps) {
  const wordsOf = useRefusalText();
  const isUnknown = (error: unknown) =>
    unknown !== undefined && error instanceof ApiProblem && error.code === "RESOURCE_NOT_FOUND";
  const [answer, setAnswer] = useState(first);
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      await onAnswer(answer.replaceAll(/\s/g, ""));
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="ask" onSubmit={(event) => void send(event)}>
      <label>
        {label}
        <input
          {...inputAttributesByKind[kind]}
          required
          autoFocus
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
      </label>
      <p className="hint">{hint}</p>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {isUnknown(fault) ? unknown : wordsOf(fault)}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        {button}
      </button>
    </form>
  );
}
