import { operationTagDescriptions } from "@leitstand/contract/openapi/openapi-tags";
import type { OperationTag } from "@leitstand/contract/operation/operation";
import { allOperations } from "./api-document";
import { operationPageUrl, InlineProse } from "./prose";

export const apiTags: readonly OperationTag[] = [...new Set(allOperations.map(({ tag }) => tag))].sort();

/** Overview of all operations by tag. */
export const OverviewFragment = () => (
  <article className="ref-article ref-overview">
    <h1>API reference</h1>
    <p className="ref-lead">
      Version v1, {allOperations.length} operations, described by an OpenAPI 3.0.3 document:{" "}
      <a href="/static/openapi.yaml">openapi.yaml</a>,{" "}
      <a href="/leitstand.postman_collection.json">Postman collection</a>. Rules that hold for all of them are in{" "}
      <a href="/docs/api/basics">Basics</a>, codes in <a href="/docs/api/errors/error-types">Error types</a>.
    </p>
    {apiTags.map((tag) => (
      <section key={tag} aria-labelledby={`tag-${tag}`}>
        <h2 id={`tag-${tag}`}>{tag}</h2>
        <p>
          <InlineProse text={operationTagDescriptions[tag]} />
        </p>
        <ul className="ref-list">
          {allOperations
            .filter((operation) => operation.tag === tag)
            .map(({ id, summary, method, path, description = "" }) => (
              <li key={id}>
                <h3 id={id}>
                  <a href={operationPageUrl(id)}>{summary}</a>
                </h3>{" "}
                <span className={`ref-method ref-method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
                <p>
                  <InlineProse text={firstSentenceOf(description)} />
                </p>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </article>
);

/** First sentence of a text; a full stop within backquotes, or after `e.g`, does not end it. */
const firstSentenceOf = (text: string) => /^(?:`[^`]*`|[^`])*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
