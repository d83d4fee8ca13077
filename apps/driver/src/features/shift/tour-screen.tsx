import type { Case } from "@leitstand/contract/cases/case";
import { IconCheck, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { PlacesFromTo } from "@leitstand/ui/signs";
import { linkOfTour } from "#outbox/fold.ts";
import { BreakTool } from "#shared/break-tool.tsx";
import { CallDispatcherTool } from "#shared/call-dispatcher.tsx";
import { OldestUnreadMessage } from "#shared/message-card.tsx";
import { goTo } from "#shared/route.ts";
import { OpenMenuTool } from "#shared/more-tool.tsx";
import { ScreenLayout } from "#shared/screen.tsx";
import { LowStorageNotice } from "#shared/notices/space-notice.tsx";
import { StateMark, StateWord } from "#shared/state-mark.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";
import { shiftStore } from "#work/shift.ts";
import { casesOfTour, type DriverTour } from "#work/shown-shift.ts";

interface TourScreenProps {
  readonly tour: DriverTour;
  /** Renders the first case as a card. */
  readonly card: (shown: Case) => ReactNode;
  /** Renders the next step of the first case as the primary button. */
  readonly primary: (shown: Case) => ReactNode;
  readonly passedOn: ReactNode;
}

/** The driver's cases in the order of driving; the first one is the current one. */
export function TourScreen({ tour, card, primary, passedOn }: TourScreenProps) {
  const t = useTranslations("shift");
  const known = useStoreWhileUntouched(shiftStore);
  const open = casesOfTour(known, tour.id, "open");
  const done = casesOfTour(known, tour.id, "finished");
  const [first, ...others] = open;
  return (
    <ScreenLayout
      title={t("my_tour")}
      aside={t("of", { done: done.length, all: open.length + done.length })}
      tools={
        <>
          <BreakTool tour={tour} />
          <OpenMenuTool />
          <CallDispatcherTool />
        </>
      }
      primary={first && primary(first)}
    >
      <LowStorageNotice />
      <OldestUnreadMessage />
      {first === undefined ? (
        <section className="card">
          <h2>{t("empty")}</h2>
          <p className="hint">{t("empty_hint")}</p>
        </section>
      ) : (
        card(first)
      )}
      {others.length > 0 && (
        <section>
          <h2 className="section">{t("next")}</h2>
          <CaseList cases={others} tour_id={tour.id} />
        </section>
      )}
      {passedOn}
      {done.length > 0 && (
        <details>
          <summary>
            <IconCheck size={22} aria-hidden /> <span>{t("done", { count: done.length })}</span>
            <IconChevronDown aria-hidden />
          </summary>
          <CaseList cases={done} tour_id={tour.id} />
        </details>
      )}
    </ScreenLayout>
  );
}

const CaseList = ({ cases, tour_id }: { cases: readonly Case[]; tour_id: string }) => (
  <ul className="card list">
    {cases.map((shown) => (
      <CaseRow key={shown.id} shown={shown} tour_id={tour_id} />
    ))}
  </ul>
);

function CaseRow({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const clock = useClockFormat();
  const link = linkOfTour(shown, tour_id);
  const data = shown.funeral_data ?? shown.rsa_data;
  const [from, to] = [data?.source_address, data?.target_address].map((place) => place?.name ?? place?.city);
  return (
    <li>
      <button type="button" className="line" onClick={() => goTo({ is: "case", id: shown.id })}>
        {link && <StateMark shown={shown} link={link} hasWord={false} />}
        <span>
          {shown.display_name}
          <small>
            <PlacesFromTo from={from} to={to} />
          </small>
        </span>
        <span className="when">
          <strong>{clock(shown.due_at ?? shown.not_before)}</strong>
          {link && <StateWord shown={shown} link={link} />}
        </span>
        <IconChevronRight aria-hidden />
      </button>
    </li>
  );
}
