import { useDoc } from "@docusaurus/plugin-content-docs/client";
import generated from "@site/generated/page-facts.json";
import Heading from "@theme/Heading";
import type { PageFacts } from "../../steps/page-facts";
import { formatDay } from "../site/format-day";
import { Glyph } from "../site/glyph";
import { MarkdownMenu } from "./markdown-menu";
import styles from "./page-head.module.css";

const factsByPage = generated as Readonly<Record<string, PageFacts>>;

/** Title of the page, the date of its last change, the date of its samples' run, and the page as Markdown. */
export function PageHead() {
  const { metadata } = useDoc();
  const { permalink, title } = metadata;
  // A page of the next version has no facts and no Markdown, because it is not published yet.
  const known = factsByPage[permalink];
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <Heading as="h1">{title}</Heading>
        {known !== undefined && <MarkdownMenu key={permalink} path={permalink} />}
      </div>
      {known !== undefined && <PageFactsLine {...known} />}
    </header>
  );
}

function PageFactsLine({ updated_on, ran }: PageFacts) {
  if (updated_on === null && ran === 0) return null;
  return (
    <p className={styles.facts}>
      {updated_on !== null && (
        <span>
          <Glyph name="clock" /> Last updated {formatDay(updated_on)}
        </span>
      )}{" "}
      {ran > 0 && (
        <span className={styles.ran}>
          <Glyph name="check" /> {ran === 1 ? "1 sample" : `${ran} samples`} ran against v1
        </span>
      )}
    </p>
  );
}
