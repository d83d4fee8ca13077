import { useEffect, useState } from "react";
import { operatingCompany } from "../../company";
import { Glyph } from "../site/glyph";
import { loadSiteSettings } from "../site/site-facts";
import { PageFaultForm } from "./fault-form";
import styles from "./page-feedback.module.css";
import { type PageFeedbackData, sendFeedback } from "./send-feedback";

interface GivenFeedback {
  /** Path of the page on the site. */
  readonly page: string;
  /** Version of the API. */
  readonly version: string;
}

/** Asks whether a page helped, where the installation has an address for that; and offers a mail to the authors. */
export function PageFeedback({ page, version }: GivenFeedback) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    loadSiteSettings().then(
      ({ feedback_url }) => setUrl(feedback_url ?? null),
      () => undefined,
    );
  }, []);
  const subject = encodeURIComponent(`Mistake on ${page} (${version})`);
  return (
    <div className={styles.feedback}>
      <a className={styles.mail} href={`mailto:${operatingCompany.support}?subject=${subject}`}>
        <Glyph name="info" size={14} /> Report a mistake
      </a>
      {url !== null && <FeedbackQuestion key={page} url={url} page={page} version={version} />}
    </div>
  );
}

type FeedbackState = "asking" | "sending" | "sent" | "failed";

function FeedbackQuestion({ url, page, version }: GivenFeedback & { readonly url: string }) {
  const [state, setState] = useState<FeedbackState>("asking");
  const [saysNo, setSaysNo] = useState(false);
  const send = (said: Pick<PageFeedbackData, "answer" | "fault" | "text">) => {
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
          <PageFaultForm onSend={(said) => send({ answer: "no", ...said })} />
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
