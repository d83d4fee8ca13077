import generated from "@site/generated/errors.json";
import { InlineCode } from "./inline-code";
import { LinkWithoutPrefetch } from "./bare-link";
import type { listErrorGroups } from "./contract-errors";

const errorGroups = generated as ReturnType<typeof listErrorGroups>;

/** All codes of one part of the registry. The page gets a heading before each of them, see steps/listed-headings.ts. */
export function ErrorTypes({ of, only }: { readonly of: string; readonly only?: string }) {
  const entry = errorGroups[of]?.find(({ code }) => code === only);
  if (entry === undefined) throw new Error(`The registry has no ${only} in its part ${of}.`);
  return <ErrorEntry entry={entry} />;
}

type ErrorTypeData = ReturnType<typeof listErrorGroups>[string][number];

function ErrorEntry({ entry }: { readonly entry: ErrorTypeData }) {
  const { code, status, title, message, example } = entry;
  return (
    <section>
      <p>
        <strong>
          {status} {title}.
        </strong>{" "}
        {message}
      </p>
      <ErrorFacts entry={entry} />
      {example !== null && (
        <details>
          <summary>Example of {code}</summary>
          <pre>
            <code>{JSON.stringify(example, null, 2)}</code>
          </pre>
        </details>
      )}
    </section>
  );
}

function ErrorFacts({ entry }: { readonly entry: ErrorTypeData }) {
  const { fix, args, sentences, operations, operation_count } = entry;
  return (
    <ul>
      <li>
        What to do: <InlineCode text={fix} />
      </li>
      {args.length > 0 && (
        <li>
          <code>args</code>:{" "}
          {args.map(({ key, type }, at) => (
            <span key={key}>
              {at > 0 && ", "}
              <code>{key}</code> ({type})
            </span>
          ))}
        </li>
      )}
      {sentences.length > 0 && (
        <li>
          The <code>message</code> by <code>{sentences[0]?.arg}</code>:
          <ul>
            {sentences.map(({ value, text }) => (
              <li key={value}>
                <code>{value}</code>: {text}
              </li>
            ))}
          </ul>
        </li>
      )}
      <li>
        {operation_count === 0 ? (
          "Of no operation yet."
        ) : (
          <AnsweringOperations ids={operations} count={operation_count} />
        )}
      </li>
    </ul>
  );
}

function AnsweringOperations({ ids, count }: { readonly ids: readonly string[]; readonly count: number }) {
  if (ids.length === 0) return `Of ${count} operations.`;
  return (
    <>
      Of{" "}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <LinkWithoutPrefetch to={`/openapi/#${id}`}>{id}</LinkWithoutPrefetch>
        </span>
      ))}
      .
    </>
  );
}
