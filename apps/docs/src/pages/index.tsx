import Link from "@docusaurus/Link";
import CodeBlock from "../theme/CodeBlock/index";
import Heading from "@theme/Heading";
import Layout from "@theme/Layout";
import { company } from "../../company";
import styles from "./index.module.css";

const audiences = [
  {
    title: "You hand over orders",
    text: "A hospital, a customer portal or a partner orders transports and roadside jobs, sends the papers along and hears what becomes of them.",
    to: "/docs/examples#connect-an-order-system",
    link: "Connect an order system",
  },
  {
    title: "You are on the road",
    text: "A driver's app or a telematics box signs in, works without network, reports positions and catches up later.",
    to: "/docs/concepts/offline",
    link: "Work offline",
  },
  {
    title: "You watch the day",
    text: "A board, a data warehouse or an alarm follows every change as it happens, and misses none of them.",
    to: "/docs/concepts/live_events",
    link: "Follow live events",
  },
] as const;

const start = `npm start
curl http://localhost:8080/api/v1/tenants/config/bestattung`;

export default function Home() {
  return (
    <Layout title="Home" description={company.tagline}>
      <main className={`container ${styles.home}`}>
        <Heading as="h1">{company.tagline}</Heading>
        <p className={styles.lead}>
          One API for dispatch in funeral transport and roadside assistance: cases, tours, vehicles, phones, and
          everything that happens to them, live.
        </p>
        <p className={styles.ways}>
          <Link className="button button--primary" to="/docs/quick_start">
            Deliver a first case in five minutes
          </Link>
          <Link className="button button--secondary" to="/openapi/">
            API reference
          </Link>
        </p>
        <CodeBlock language="bash">{start}</CodeBlock>
        <div className={styles.audiences}>
          {audiences.map(({ title, text, to, link }) => (
            <section key={to}>
              <Heading as="h2">{title}</Heading>
              <p>{text}</p>
              <Link to={to}>{link}</Link>
            </section>
          ))}
        </div>
        <p>
          New here? Begin with the <Link to="/docs/intro">introduction</Link>. Something was refused? Look up its code
          under <Link to="/docs/api/errors/error-types">error types</Link>. What has changed is in the{" "}
          <Link to="/docs/release_history">release history</Link>.
        </p>
      </main>
    </Layout>
  );
}
