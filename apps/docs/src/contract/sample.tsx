import TabItem from "@theme/TabItem";
import Tabs from "@theme/Tabs";
import type { SampleWithAnswer } from "../../samples/runner/shown-samples";
import { formatDay } from "../site/format-day";
import { Glyph } from "../site/glyph";
import CodeBlock from "../theme/CodeBlock/index";
import styles from "./sample.module.css";

interface SampleProps {
  /** Samples of the page. */
  readonly of: Readonly<Record<string, SampleWithAnswer>>;
  readonly name: string;
}

/** Sample of a request in each language, with the server's answer at its last run. */
export function Sample({ of, name }: SampleProps) {
  const sample = of[name];
  if (sample === undefined) throw new Error(`The page has no sample ${name}.`);
  const { codes, answer, ran_on } = sample;
  const [only] = codes;
  return (
    <div className={styles.around} data-sample>
      <div className={styles.sample}>
        <div className={styles.request}>
          {codes.length === 1 && only !== undefined ? (
            <>
              <div className={styles.bar}>{only.label}</div>
              <SampleRequestLine code={only} />
            </>
          ) : (
            <Tabs groupId="language" className={styles.tabs ?? ""}>
              {codes.map((code) => (
                <TabItem key={code.label} value={code.label} label={code.label}>
                  <SampleRequestLine code={code} />
                </TabItem>
              ))}
            </Tabs>
          )}
        </div>
        <div className={styles.answer}>
          <p className={styles.outcome}>
            {ran_on !== null && <Glyph name="check" />}
            <strong>Answer</strong>
            {ran_on !== null && <span> ran on {formatDay(ran_on)}</span>}
          </p>
          <CodeBlock language={answer.language} html={answer.html} />
        </div>
      </div>
    </div>
  );
}

const SampleRequestLine = ({
  code: { file, language, html },
}: {
  readonly code: SampleWithAnswer["codes"][number];
}) => (
  <div className={styles.panel}>
    <span className={styles.file}>{file}</span>
    <CodeBlock language={language} html={html} />
  </div>
);
