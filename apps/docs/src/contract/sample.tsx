import CodeBlock from "../theme/CodeBlock/index";
import TabItem from "@theme/TabItem";
import Tabs from "@theme/Tabs";
import type { ShownSample } from "../../samples/runner/sample-files";

interface SampleProps {
  /** The samples of the page. */
  readonly of: Readonly<Record<string, ShownSample>>;
  readonly name: string;
}

/** A request in each language it is written in, and what the server answered when it was run last. */
export function Sample({ of, name }: SampleProps) {
  const sample = of[name];
  if (sample === undefined) throw new Error(`The page has no sample ${name}.`);
  const { codes, answer } = sample;
  return (
    <>
      {codes.length === 1 ? (
        codes.map(({ label, language, html }) => <CodeBlock key={label} language={language} html={html} />)
      ) : (
        <Tabs groupId="language">
          {codes.map(({ label, language, html }) => (
            <TabItem key={label} value={label} label={label}>
              <CodeBlock language={language} html={html} />
            </TabItem>
          ))}
        </Tabs>
      )}
      <CodeBlock language={answer.language} html={answer.html} title="Answer" />
    </>
  );
}
