import Link from "@docusaurus/Link";
import CodeBlock from "../theme/CodeBlock/index";
import TabItem from "@theme/TabItem";
import Tabs from "@theme/Tabs";
import { use } from "react";
import { siteFacts } from "../site/site-facts";

interface Details {
  readonly samples: readonly { readonly label: string; readonly language: string; readonly html: string }[];
  readonly status: number;
  /** As coloured JSON. */
  readonly answer_html: string | null;
  readonly errors: readonly { readonly code: string; readonly status: number; readonly title: string }[];
}
interface Loaded {
  readonly details: Details;
  readonly apiUrl: string;
}

const asked = new Map<string, Promise<Loaded | undefined>>();

/** What is too much for a list: loaded when an operation is opened. */
export function OperationPanel({ id, onTry }: { id: string; onTry: () => void }) {
  if (!asked.has(id)) asked.set(id, load(id));
  const loaded = use(asked.get(id) as Promise<Loaded | undefined>);
  if (loaded === undefined) return <p role="alert">This could not be loaded. Reload the page to try again.</p>;
  const { details, apiUrl } = loaded;
  return (
    <>
      <Tabs groupId="sample-language">
        {details.samples.map(({ label, language, html }) => (
          <TabItem key={label} value={label}>
            <CodeBlock language={language} html={withAddress(html, apiUrl)} />
          </TabItem>
        ))}
      </Tabs>
      <p>
        <button type="button" className="button button--secondary button--sm" onClick={onTry}>
          Try {id}
        </button>
      </p>
      <p>
        Answers {details.status}
        {details.answer_html === null ? " without a body." : ":"}
      </p>
      {details.answer_html !== null && <CodeBlock language="json" html={details.answer_html} />}
      <p>Refuses and fails with:</p>
      <ul>
        {details.errors.map(({ code, status, title }) => (
          <li key={code}>
            {status} <Link to={`/docs/api/errors/error-types#${code}`}>{code}</Link> {title}
          </li>
        ))}
      </ul>
    </>
  );
}

async function load(id: string): Promise<Loaded | undefined> {
  try {
    const [answer, facts] = await Promise.all([fetch(`/reference/${id}.json`), siteFacts()]);
    return answer.ok ? { details: (await answer.json()) as Details, apiUrl: facts.api_url } : undefined;
  } catch {
    return undefined;
  }
}

const withAddress = (text: string, apiUrl: string) =>
  text.replaceAll("{api_url}", apiUrl).replaceAll("{api_origin}", apiUrl.replace(/\/api\/v1$/, ""));
