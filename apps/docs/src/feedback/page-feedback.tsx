import { useEffect, useState } from "react";
import { company } from "../../company";
import { Glyph } from "../site/glyph";
import { siteFacts } from "../site/site-facts";
import { FaultForm } from "./fault-form";
import styles from "./page-feedback.module.css";
import { type Feedback, sendFeedback } from "./send-feedback";

interface FedBack {
  /** Path of the page on the site. */
  readonly page: string;
  /** Version of the API. */
  readonly version: string;
}

/** Asks whether a page helped, where the installation has an address for that; and offers a mail to the authors. */
export function PageFeedback({ page, version }: FedBack) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    siteFacts().then(
      ({ feedback_url }) => setUrl(feedback_url ?? null),
      () => undefined,
    );
  }, []);
  const subject = encodeURIComponent(`Mistake on ${page} (${version})`);
  return (
    <div className={styles.feedback}>
      <a className={styles.mail} href={`mailto:${company.support}?subject=${subject}`}>
        <Glyph name="info" size={14} /> Report a mistake
      </a>
      {url !== null && <Question key={page} url={url} page={page} version={version} />}
    </div>
  );
}

type State = "asking" | "sending" | "sent" | "failed";

function Question({ url, page, version }: FedBack & { readonly url: string }) {
  const [state, setState] = useState<State>("asking");
  const [saysNo, setSaysNo] = useState(false);
  const send = (said: Pick<Feedback, "answer" | "fault" | "text">) => {
    setState("sending");
    sendFeedback(url, { page, version, ...said }).then(
      () => setState("sent"),
      () => setState("failed"),
    );
  };
  return (
    <section aria-label="Did this page help?">
      <p>Did this page help?</p>
      {/* The text stays until it has been sent. */}
      <div hidden={state === "sent"} inert={state === "sending"}>
        {saysNo ? (
          <FaultForm onSend={(said) => send({ answer: "no", ...said })} />
        ) : (
          <div className={styles.answers}>
            <button type="button" onClick={() => send({ answer: "yes" })}>
              Yes
            </button>
            <button type="button" onClick={() => setSaysNo(true)}>
              No
            </button>
          </div>
        )}
      </div>
      <p role="status">
        {state === "sent" && "Thank you."}
        {state === "failed" && "It could not be sent. Try again?"}
      </p>
    </section>
  );
}
