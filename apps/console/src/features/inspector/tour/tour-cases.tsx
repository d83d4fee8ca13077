import { Glyph } from "@leitstand/ui/glyph";
import { PlacesFromTo } from "@leitstand/ui/signs";
import { useLocale, useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useNow } from "#shared/text/now.ts";
import { returnedLinkStyle, stateStyleOf } from "@leitstand/app/state-style";
import { formatClockOrDay } from "#shared/text/time.ts";
import { minutesOverdue } from "../case/delay.ts";
import styles from "./tour-cases.module.css";
import common from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";
import { type Tour, caseListsOfTour } from "./tour-facts.ts";

/** Cases of a tour in its four lists; the list of open cases is unfolded. */
export function TourCases({ tour, onView }: { tour: Tour; onView: ChangeBoardView }) {
  const t = useTranslations("inspector");
  return (
    <>
      {caseListsOfTour(tour).map(({ key, cases }) =>
        cases.length === 0 && key !== "open" ? null : (
          <InspectorSection
            key={key}
            name={`tour_${key}`}
            title={t(`list.${key}`)}
            count={cases.length}
            isOpen={key === "open" || key === "finished"}
          >
            {cases.length === 0 && <p className={common["meta"]}>{t("no_cases")}</p>}
            <ol className={common["rows"]}>
              {cases.map((dispatchCase) => (
                <TourCaseRow
                  key={dispatchCase.id}
                  dispatchCase={dispatchCase}
                  isOpen={key === "open"}
                  onView={onView}
                />
              ))}
            </ol>
          </InspectorSection>
        ),
      )}
    </>
  );
}

type TourCase = Tour["open_cases"][number];

function TourCaseRow({
  dispatchCase,
  isOpen,
  onView,
}: {
  dispatchCase: TourCase;
  isOpen: boolean;
  onView: ChangeBoardView;
}) {
  const s = useTranslations("states");
  const locale = useLocale();
  const now = useNow();
  const look =
    dispatchCase.bucket === "open" || dispatchCase.bucket === "finished"
      ? stateStyleOf(dispatchCase.link_state)
      : returnedLinkStyle;
  const isLate = isOpen && minutesOverdue({ due_at: dispatchCase.due_at, finalized: false }, now) !== undefined;
  return (
    <li>
      <button
        type="button"
        className={common["row"]}
        onClick={() => onView({ case: dispatchCase.id, tour: undefined, vehicle: undefined })}
      >
        <Glyph shape={look.shape} color={look.color} label={s(look.word)} />
        <span className={common["row-name"]}>
          {dispatchCase.display_name}
          <span className={common["sub"]}>
            <PlacesFromTo from={dispatchCase.source_city} to={dispatchCase.target_city} />
          </span>
        </span>
        {dispatchCase.due_at && (
          <span className={styles["row-time"]} data-late={isLate}>
            {formatClockOrDay(dispatchCase.eta ?? dispatchCase.due_at, now, locale)}
          </span>
        )}
      </button>
    </li>
  );
}
