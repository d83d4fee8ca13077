import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useClock } from "#shared/texts.tsx";
import { useStill } from "#shared/use-still.ts";
import { connection } from "#work/api.ts";
import { findPassedOn, passedOn, takeBack } from "#work/passing-on.ts";
import { shift } from "#work/shift.ts";

/**
 * Cases that this crew has passed on, for as long as that may be undone; only the server knows whether another crew has
 * accepted one.
 */
export function PassedOn({ tour_id }: { tour_id: string }) {
  const t = useTranslations("passing_on");
  const clock = useClock();
  const { isOnline } = useStill(connection);
  const { cases } = useStill(shift);
  const stubs = useStill(passedOn);
  // The last fetch may have removed a case from the tour, or brought it back.
  useEffect(() => void findPassedOn(tour_id).catch(() => passedOn.set([])), [tour_id, cases]);
  if (!isOnline || stubs.length === 0) return null;
  return (
    <section>
      <h2 className="section">{t("passed_on")}</h2>
      <ul className="card list">
        {stubs.map((stub) => (
          <li key={stub.id} className="line still">
            <span>
              {stub.natural_id}
              <small>{clock(stub.closed_at)}</small>
            </span>
            <button type="button" className="small" onClick={() => void takeBack(stub)}>
              {t("take_back")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
