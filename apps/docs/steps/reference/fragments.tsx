import { renderToStaticMarkup } from "react-dom/server";
import { allOperations } from "./api-document";
import { OperationFragment } from "./operation-fragment";
import { OverviewFragment } from "./overview-fragment";

/** Main part of each page of the reference as HTML, by the name of the page; "" is the overview. */
export const buildReferenceFragments = (): ReadonlyMap<string, string> =>
  new Map([
    ["", renderToStaticMarkup(<OverviewFragment />)],
    ...allOperations.map(
      (operation) => [operation.id, renderToStaticMarkup(<OperationFragment operation={operation} />)] as const,
    ),
  ]);
