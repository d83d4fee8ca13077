import { errorCodes } from "@leitstand/contract/errors/errors";
import type { ReactNode } from "react";
import { allOperations } from "./api-document";

const errorCodeSet = new Set<string>(errorCodes);
const operationIdSet = new Set(allOperations.map(({ id }) => id));

export const errorPageUrl = (code: string) => `/docs/api/errors/error-types#${code}`;
export const operationPageUrl = (id: string) => `/openapi/${id}`;

/** Text of the contract: paragraphs, lists, and code in backquotes; names of operations and errors are links. */
export function ProseText({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => {
      const lines = paragraph.split("\n");
      if (!lines.every((line) => line.startsWith("- ")))
        return (
          <p key={paragraph}>
            <InlineProse text={paragraph} />
          </p>
        );
      return (
        <ul key={paragraph}>
          {lines.map((line) => (
            <li key={line}>
              <InlineProse text={line.slice(2)} />
            </li>
          ))}
        </ul>
      );
    });
}

export const InlineProse = ({ text }: { text: string }): ReactNode =>
  text.split("`").map((part, at, parts) =>
    // Every second part was between backquotes; the text up to each is its key.
    at % 2 === 1 ? <ProseCode key={parts.slice(0, at + 1).join("`")} word={part} /> : part,
  );

function ProseCode({ word }: { word: string }) {
  const code = <code>{word}</code>;
  if (errorCodeSet.has(word)) return <a href={errorPageUrl(word)}>{code}</a>;
  return operationIdSet.has(word) ? <a href={operationPageUrl(word)}>{code}</a> : code;
}
