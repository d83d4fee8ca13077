import { useEffect, useRef } from "react";

export interface TryItAnswer {
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Text of the answer; for a file its size. */
  readonly text: string;
  /** Error code of a refusal. */
  readonly code: string | undefined;
  readonly title: string;
}

/** Panel with the answer; an error code links to its place on the page, with advice. */
export function AnswerPanel({ answer }: { answer: TryItAnswer }) {
  const { status, milliseconds, headers, text, code, title } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.scrollIntoView({ block: "nearest" }), [answer]);
  useEffect(() => {
    const entry = code === undefined ? null : document.getElementById(`error-${code}`);
    entry?.setAttribute("data-answered", "");
    return () => entry?.removeAttribute("data-answered");
  }, [code]);
  // The page already has advice for each code.
  const advice = code === undefined ? null : document.querySelector(`#error-${CSS.escape(code)} > span`)?.textContent;
  return (
    <section
      className={status < 400 ? "try-answer" : "try-answer try-refused"}
      aria-live="polite"
      aria-label="What came back"
    >
      <h3 ref={heading}>
        <span className="try-status">{status}</span> {title} <span className="try-time">{milliseconds} ms</span>
      </h3>
      {code !== undefined && (
        <p>
          <a href={`#error-${code}`}>
            <code>{code}</code>
          </a>{" "}
          {advice}
        </p>
      )}
      <details>
        <summary>{headers.length} headers</summary>
        <ul>
          {headers.map(([name, value]) => (
            <li key={name}>
              <code>
                {name}: {value}
              </code>
            </li>
          ))}
        </ul>
      </details>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long answers scroll, and keys have to reach them */}
      <pre tabIndex={0}>
        <code>{text === "" ? "No body." : text}</code>
      </pre>
    </section>
  );
}
