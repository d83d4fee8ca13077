import Link from "@docusaurus/Link";
import Heading from "@theme/Heading";
import { Glyph, type GlyphName } from "../site/glyph";
import styles from "./paths.module.css";

interface ReaderPath {
  readonly title: string;
  readonly glyph: GlyphName;
  /** Kind of token that the integration uses. */
  readonly token: "SERVICE" | "DEVICE";
  readonly text: string;
  /** Steps, each with the part of the API that it uses. */
  readonly steps: readonly (readonly [step: string, by: string])[];
  readonly to: string;
  readonly link: string;
}

const readerPaths: readonly ReaderPath[] = [
  {
    title: "Order system",
    glyph: "inbox",
    token: "SERVICE",
    text: "A hospital, a portal or a partner hands over transports and hears what becomes of them.",
    steps: [
      ["Get a service token", "createServiceAccountToken"],
      ["Order, repeat without doubles", "Idempotency-Key"],
      ["Follow each case", "text/event-stream"],
    ],
    to: "/docs/guides/order-system",
    link: "Connect an order system",
  },
  {
    title: "Driver app",
    glyph: "phone",
    token: "DEVICE",
    text: "A phone signs in, shows the tour, works in the basement and catches up without overwriting.",
    steps: [
      ["Sign in by SMS code and PIN", "authDevice"],
      ["Carry out what is allowed now", "state.actions"],
      ["Replay what was done offline", "action_id"],
    ],
    to: "/docs/guides/driver-app",
    link: "Build a driver app",
  },
  {
    title: "Telematics",
    glyph: "pin",
    token: "SERVICE",
    text: "A box or a fleet server reports positions, and asks which vehicle is nearest.",
    steps: [
      ["Match vehicles to your boxes", "getVehicles"],
      ["Send 1 to 100 positions", "updateLocation"],
      ["Find the nearest vehicle", "getNearestActiveVehicles"],
    ],
    to: "/docs/guides/telematics",
    link: "Connect telematics",
  },
];

/** Three ways to begin, one for each kind of integration, on the home page. */
export const IntegrationPathsSection = () => (
  <div className={styles.band}>
    <div className={styles.paths}>
      {readerPaths.map(({ title, glyph, token, text, steps, to, link }) => (
        <section key={to} className={styles.path}>
          <div className={styles.title}>
            <span className={styles.glyph}>
              <Glyph name={glyph} size={18} />
            </span>
            <Heading as="h2">{title}</Heading>
            <code>{token}</code>
          </div>
          <p>{text}</p>
          <ol>
            {steps.map(([step, by]) => (
              <li key={by}>
                {step} <code>{by}</code>
              </li>
            ))}
          </ol>
          <Link to={to}>
            {link} <Glyph name="right" size={14} />
          </Link>
        </section>
      ))}
    </div>
  </div>
);
