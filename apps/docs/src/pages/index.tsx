import Link from "@docusaurus/Link";
import Heading from "@theme/Heading";
import Layout from "@theme/Layout";
import { operatingCompany } from "../../company";
import { Fact } from "../contract/fact";
import styles from "../home/home.module.css";
import { MorePagesSection } from "../home/more-pages";
import { IntegrationPathsSection } from "../home/paths";
import { RecordedDay } from "../home/recorded-day";

export default function Home() {
  return (
    <Layout title="Home" description={operatingCompany.tagline}>
      <main className={styles.home}>
        <div className={styles.hero}>
          <div className={styles.words}>
            <Heading as="h1">{operatingCompany.tagline}</Heading>
            <p className={styles.lead}>
              One API for dispatch in funeral transport and roadside assistance. The <Fact of="operations" /> operations
              that our own console uses are yours as well.
            </p>
            <div className={styles.ways}>
              <Link className={styles.first} to="/docs/quick_start">
                Deliver a first case in five minutes
              </Link>
              <Link className={styles.second} to="/openapi/">
                API reference
              </Link>
            </div>
            <p className={styles.start}>
              Runs on your machine: <code>npm start</code> then <code>localhost:8080</code>
            </p>
          </div>
          <RecordedDay />
        </div>
        <IntegrationPathsSection />
        <MorePagesSection />
      </main>
    </Layout>
  );
}
