import { useId, useState } from "react";
import styles from "./page-feedback.module.css";
import { type PageFaultKind, type PageFeedbackData, FEEDBACK_LENGTH_MAX } from "./send-feedback";

const faultKinds: readonly PageFaultKind[] = ["Wrong", "Missing", "Unclear"];

/** Form that reports a fault of the page: one choice, and an optional text. */
export function PageFaultForm({
  onSend,
}: {
  readonly onSend: (said: Pick<PageFeedbackData, "fault" | "text">) => void;
}) {
  const id = useId();
  const [fault, setFault] = useState<PageFaultKind>();
  const [text, setText] = useState("");
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    onSend({ ...(fault && { fault }), ...(text.trim() !== "" && { text: text.trim() }) });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset>
        <legend>What is it?</legend>
        {faultKinds.map((name) => (
          <label key={name}>
            <input type="radio" name={id} checked={fault === name} onChange={() => setFault(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-text`}>What should it say? No names, please.</label>
      <textarea
        id={`${id}-text`}
        rows={4}
        maxLength={FEEDBACK_LENGTH_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Send</button>
    </form>
  );
}
