import { renderToStaticMarkup } from "react-dom/server";
import { operations } from "./api-document";
import { OperationFragment } from "./operation-fragment";
import { OverviewFragment } from "./overview-fragment";

/** Main part of each page of the reference as HTML, by the name of the page; "" is the overview. */
export const referenceFragments = (): ReadonlyMap<string, string> =>
  new Map([
    ["", renderToStaticMarkup(<OverviewFragment />)],
    ...operations.map(
      (operation) => [operation.id, renderToStaticMarkup(<OperationFragment operation={operation} />)] as const,
    ),
  ]);
