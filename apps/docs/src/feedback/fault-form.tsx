import { useId, useState } from "react";
import styles from "./page-feedback.module.css";
import { type Fault, type Feedback, TEXT_LENGTH_MAX } from "./send-feedback";

const faults: readonly Fault[] = ["Wrong", "Missing", "Unclear"];

/** Form for what is wrong with the page: one choice, and an optional text. */
export function FaultForm({ onSend }: { readonly onSend: (said: Pick<Feedback, "fault" | "text">) => void }) {
  const id = useId();
  const [fault, setFault] = useState<Fault>();
  const [text, setText] = useState("");
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    onSend({ ...(fault && { fault }), ...(text.trim() !== "" && { text: text.trim() }) });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset>
        <legend>What is it?</legend>
        {faults.map((name) => (
          <label key={name}>
            <input type="radio" name={id} checked={fault === name} onChange={() => setFault(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-text`}>What should it say? No names, please.</label>
      <textarea
        id={`${id}-text`}
        rows={4}
        maxLength={TEXT_LENGTH_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Send</button>
    </form>
  );
}
