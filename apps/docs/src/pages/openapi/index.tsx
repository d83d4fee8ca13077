import Link from "@docusaurus/Link";
import generated from "@site/generated/facts.json";
import Heading from "@theme/Heading";
import Layout from "@theme/Layout";
import { useEffect, useState } from "react";
import type { FactName } from "../../contract/contract-facts";
import { Explorer } from "../../openapi/explorer";
import { OperationList } from "../../openapi/operation-list";
import styles from "../../openapi/reference.module.css";

const count = Number((generated as Readonly<Record<FactName, string>>).operations);
const description = `All ${count} operations of the API: what they do, who may call them, samples, and a place to try them.`;
/** Addresses within the interactive reference begin so. */
const PART = /^#(tag\/.+)$/;

/** A list that works without JavaScript; what is heavy comes when somebody asks for it. */
export default function OpenApi() {
  const [wanted, setWanted] = useState("");
  const [found, setFound] = useState(count);
  /** Place in the interactive reference. */
  const [tried, setTried] = useState<string | undefined>();
  useEffect(() => {
    const [, part] = PART.exec(decodeURIComponent(window.location.hash)) ?? [];
    // oxlint-disable-next-line react/set-state-in-effect -- the page was made without an address, and must begin as it was made
    if (part !== undefined) setTried(part);
  }, []);
  useEffect(() => {
    if (tried !== undefined) document.getElementById("explorer")?.scrollIntoView();
  }, [tried]);
  return (
    <Layout title="API reference" description={description}>
      {/* The interactive reference brings a main part of its own, and a page has one. */}
      <div
        role={tried === undefined ? "main" : "region"}
        aria-label="Operations"
        className={`container margin-vert--lg ${styles.page}`}
      >
        <article>
          <Heading as="h1">API reference</Heading>
          <p>
            Version v1, {count} operations, described by an OpenAPI 3.0.3 document:{" "}
            <Link to="pathname:///static/openapi.yaml">openapi.yaml</Link>,{" "}
            <Link to="pathname:///leitstand.postman_collection.json">Postman collection</Link>. Rules that hold for all
            of them are in <Link to="/docs/api/basics">Basics</Link>, codes in{" "}
            <Link to="/docs/api/errors/error-types">Error types</Link>.
          </p>
          {tried === undefined && <Offer onOpen={() => setTried("")} />}
          <Filter wanted={wanted} onChange={setWanted} result={`${found} of ${count}`} />
          <OperationList wanted={wanted} onFound={setFound} onTry={setTried} />
        </article>
      </div>
      <Explorer wanted={tried} />
    </Layout>
  );
}

function Offer({ onOpen }: { onOpen: () => void }) {
  return (
    <p>
      <button type="button" className="button button--primary" onClick={onOpen}>
        Open the interactive reference
      </button>{" "}
      It sends requests to the demonstration server, and loads a script of about one megabyte from this site.
    </p>
  );
}

interface FilterProps {
  readonly wanted: string;
  readonly onChange: (wanted: string) => void;
  readonly result: string;
}

function Filter({ wanted, onChange, result }: FilterProps) {
  return (
    <div className={styles.filter}>
      <label htmlFor="operation-filter">Find an operation</label>
      <input
        id="operation-filter"
        type="search"
        value={wanted}
        onChange={({ target }) => onChange(target.value)}
        placeholder="Path, name or word"
        autoComplete="off"
      />
      <output htmlFor="operation-filter">{result}</output>
    </div>
  );
}
