import { errorDefinitions } from "@leitstand/contract/errors/errors";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { FoldedList } from "./fields-section";
import { groupErrorsByStatus, isCommonError, specificErrorsOfOperation, type ErrorStatusGroup } from "./own-errors";
import { errorPageUrl, InlineProse } from "./prose";

/** Meaning of each status for the caller. */
const statusHeadings: Readonly<Record<number, string>> = {
  400: "The request cannot be read",
  401: "Not signed in",
  403: "Not yours to do",
  404: "Not there",
  405: "Not in this way",
  406: "Not in this format",
  409: "Things are not as you thought",
  413: "Too large",
  414: "The address is too long",
  415: "Not in this media type",
  422: "Understood, but it does not fit",
  429: "Too much at once",
  500: "Our fault",
  502: "A server behind ours does not answer well",
  503: "Not now",
  504: "A server behind ours is too slow",
};

export function ErrorsSection({ operation }: { operation: Operation }) {
  const common = errorCodesOfOperation(operation).filter(isCommonError);
  return (
    <section className="ref-section" aria-labelledby="errors">
      <div className="ref-section-head">
        <h2 id="errors">Errors</h2>
        <span className="ref-note">Error</span>
        <a className="ref-all" href="/docs/api/errors/error-types">
          All error types
        </a>
      </div>
      {specificErrorsOfOperation(operation).map((group) => (
        <StatusErrors key={group.status} {...group} />
      ))}
      <FoldedList title={`${common.length} more codes, as of most operations: input, sign-in, limits, server`}>
        {groupErrorsByStatus(common).map((group) => (
          <StatusErrors key={group.status} {...group} isCommon />
        ))}
      </FoldedList>
    </section>
  );
}

const StatusErrors = ({ status, codes, isCommon: isFolded = false }: ErrorStatusGroup & { isCommon?: boolean }) => (
  <div className="ref-status">
    {/* A status may have error codes of the operation and common ones. */}
    <h3 id={`errors-${status}${isFolded ? "-common" : ""}`}>
      <span className="ref-status-number">{status}</span> {statusHeadings[status] ?? "Refused"}
    </h3>
    <ul>
      {codes.map((code) => (
        <li key={code} id={`error-${code}`}>
          <a href={errorPageUrl(code)}>
            <code>{code}</code>
          </a>{" "}
          <span>
            {errorDefinitions[code].title}. <InlineProse text={errorDefinitions[code].fix} />
          </span>
        </li>
      ))}
    </ul>
  </div>
);
