import { errorDefinitions } from "@leitstand/contract/errors/errors";
import { answerExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import { highlightCode } from "../highlight";
import { type OperationSample, samplesOfOperation } from "../operation-samples";
import { openApiDocument } from "./api-document";
import { specificErrorsOfOperation } from "./own-errors";
import { exampleRequestOfOperation } from "../reference";

/** Samples of a request in each language, and its answers; the page decides which tab is shown (see code-tabs.ts). */
export function SamplesColumn({ operation }: { operation: Operation }) {
  const samples = samplesOfOperation(operation, exampleRequestOfOperation(operation)).map(
    ({ label, language, code }) => ({
      label,
      language,
      html: highlightedHtml({ label, language, code }),
    }),
  );
  return (
    <div className="ref-samples">
      <div className="ref-try" data-try={operation.id} />
      <CodeTabs name="Request" group="language" tabs={samples}>
        <button type="button" className="ref-try-button" data-try-open hidden>
          Try it
        </button>
      </CodeTabs>
      <CodeTabs name="Answer" tabs={answersOfOperation(operation)} />
    </div>
  );
}

interface CodeTab {
  readonly label: string;
  readonly language: string;
  readonly html: string;
}

interface CodeTabsProps {
  readonly name: string;
  /** Name of a group of tabs that change together, on all pages. */
  readonly group?: string;
  readonly tabs: readonly CodeTab[];
  readonly children?: React.ReactNode;
}

/** Tabs; without JavaScript the first one is shown. */
const CodeTabs = ({ name, group, tabs, children }: CodeTabsProps) => (
  <section className="ref-code" aria-label={name} data-tabs={group ?? ""}>
    <div className="ref-code-bar">
      <div role="tablist" aria-label={name}>
        {tabs.map(({ label }, at) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${tabElementId(name)}-tab-${tabElementId(label)}`}
            aria-controls={`${tabElementId(name)}-${tabElementId(label)}`}
            aria-selected={at === 0}
            tabIndex={at === 0 ? 0 : -1}
            data-label={label}
          >
            {label}
          </button>
        ))}
      </div>
      <button type="button" className="ref-copy" data-copy hidden>
        Copy
      </button>
      {children}
    </div>
    {tabs.map(({ label, language, html }, at) => (
      <div
        key={label}
        role="tabpanel"
        id={`${tabElementId(name)}-${tabElementId(label)}`}
        aria-labelledby={`${tabElementId(name)}-tab-${tabElementId(label)}`}
        hidden={at > 0}
      >
        {/* The Markdown twin has no tabs. */}
        <p hidden>
          {name}: {label}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, and keys have to reach them */}
        <pre tabIndex={0} className={`language-${language}`}>
          {/* oxlint-disable-next-line react/no-danger -- made by our own highlighter from our own samples */}
          <code dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
      </div>
    ))}
  </section>
);

const tabElementId = (words: string) => words.toLowerCase().replaceAll(/\W+/g, "-");

/** Maximum number of refusals that have room side by side. */
const REFUSALS_SHOWN = 4;

function answersOfOperation(operation: Operation): readonly CodeTab[] {
  const answer = answerExampleOf(operation);
  const success = {
    binary: "The bytes of the file.",
    event_stream: "A stream of events that stays open.",
    json: undefined,
  }[operation.answerType ?? "json"];
  const shown = answer === undefined ? (success ?? "No body.") : JSON.stringify(answer, null, 2);
  const tab = (label: string, text: string) => ({ label, language: "json", html: highlightCode(text, "json") });
  return [
    tab(String(operation.success), shown),
    ...specificErrorsOfOperation(operation)
      .slice(0, REFUSALS_SHOWN)
      .flatMap(({ status, codes: [code] }) => {
        const example = code === undefined ? undefined : openApiDocument.components.examples[code]?.value;
        return example === undefined || errorDefinitions[code as keyof typeof errorDefinitions].status !== status
          ? []
          : [tab(String(status), JSON.stringify(example, null, 2))];
      }),
  ];
}

/** Highlights a sample. The placeholder of the address has to stay whole, so that the page can replace it. */
function highlightedHtml({ label, language, code }: OperationSample): string {
  const html = highlightCode(code, language);
  const placesIn = (text: string) => text.split(/\{api_(?:url|origin)\}/).length;
  if (placesIn(html) !== placesIn(code)) throw new Error(`Colours tear the address in the ${label} sample:\n${code}`);
  return html;
}
