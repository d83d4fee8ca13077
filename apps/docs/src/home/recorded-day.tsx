import Link from "@docusaurus/Link";
import generated from "@site/generated/recorded-day.json";
import type { CSSProperties } from "react";
import type { HomePageRecordedDay } from "../../steps/home";
import { Glyph } from "../site/glyph";
import styles from "./recorded-day.module.css";

const { request, natural_id, events } = generated as HomePageRecordedDay;

/** Colour tones of states, by the names of design tokens. */
const TONE_BY_STATE: Readonly<Record<string, string>> = {
  OPEN: "open",
  ASSIGNED: "assigned",
  ACCEPTED: "accepted",
  STARTED: "moving",
  LOADED: "loaded",
};

/**
 * One recorded request and its events. It plays once, an event a second, and is paused by CSS alone, so that the first
 * click counts before the page's script has loaded. With reduced motion or without scripts all of it is shown from the
 * beginning.
 */
export function RecordedDay() {
  return (
    <div className={styles.panel}>
      <section className={styles.order} aria-label="An order">
        <p className={styles.head}>
          <code>
            <b>POST</b> /cases
          </code>
        </p>
        <pre>
          {/* oxlint-disable-next-line react/no-danger -- made by our own build from our own recording */}
          <code dangerouslySetInnerHTML={{ __html: request }} />
        </pre>
        <p className={styles.foot}>
          <code>
            <b>201</b> {natural_id}
          </code>{" "}
          <Link to="/openapi/createCase">createCase</Link>
        </p>
      </section>
      <section className={styles.day} aria-label="What you hear next, a recorded day">
        <p className={styles.head}>
          <span>
            What you hear next, <em>a recorded day</em>
          </span>{" "}
          <code className={styles.type}>text/event-stream</code>
          <label className={styles.pause}>
            <input type="checkbox" />
            <Glyph name="pause" />
            <Glyph name="play" />
            <span className={styles.unseen}>Pause</span>
          </label>
        </p>
        <ol>
          {events.map((event, at) => (
            <ReceivedEvent key={`${event.at} ${event.text}`} event={event} at={at} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function ReceivedEvent({ event, at }: { readonly event: HomePageRecordedDay["events"][number]; readonly at: number }) {
  const tone = event.state === null ? undefined : TONE_BY_STATE[event.state];
  const style = { "--at": at, "--tone": `var(--${tone === undefined ? "tx-3" : `state-${tone}`})` } as CSSProperties;
  return (
    <li style={style}>
      <time dateTime={event.at}>{event.at.slice(11, 16)}</time>{" "}
      <span className={styles.what}>
        <code>{event.type}</code> {event.text}
      </span>{" "}
      {event.state !== null && <span className={styles.state}>{event.state}</span>}
    </li>
  );
}
