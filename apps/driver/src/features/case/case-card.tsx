import type { Case } from "@leitstand/contract/cases/case";
import { linkOfTour } from "#outbox/fold.ts";
import { goTo } from "#shared/route.ts";
import { StateMark } from "#shared/state-mark.tsx";
import { PlaceLines } from "./place-card.tsx";
import { sourceAndTargetOf } from "./places.ts";

/** Card of the current case in the list of the tour; a tap opens it. */
export function CaseCard({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const { source, target } = sourceAndTargetOf(shown);
  const link = linkOfTour(shown, tour_id);
  return (
    <button type="button" className="card case-card" onClick={() => goTo({ is: "case", id: shown.id })}>
      <span className="row">
        {link && <StateMark shown={shown} link={link} />}
        <span className="aside">{shown.natural_id}</span>
      </span>
      <strong className="big">{shown.display_name}</strong>
      {source && (
        <span className={target ? "place leads-on" : "place"}>
          <i className="mark source" aria-hidden />
          <PlaceLines address={source} />
        </span>
      )}
      {target && (
        <span className="place">
          <i className="mark target" aria-hidden />
          <PlaceLines address={target} />
        </span>
      )}
    </button>
  );
}
