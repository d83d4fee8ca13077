import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { TapButton } from "#shared/tap-button.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";
import { connectionState } from "#work/api.ts";
import { fetchForwardedCases, forwardedCases, undoForward } from "#work/forwards.ts";
import { shiftStore } from "#work/shift.ts";

/**
 * Cases that this crew has passed on, for as long as that may be undone; only the server knows whether another crew has
 * accepted one.
 */
export function ForwardedCases({ tour_id }: { tour_id: string }) {
  const t = useTranslations("passing_on");
  const clock = useClockFormat();
  const { isOnline } = useStoreWhileUntouched(connectionState);
  const { cases } = useStoreWhileUntouched(shiftStore);
  const stubs = useStoreWhileUntouched(forwardedCases);
  // The last fetch may have removed a case from the tour, or brought it back.
  useEffect(() => void fetchForwardedCases(tour_id).catch(() => forwardedCases.set([])), [tour_id, cases]);
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
            <TapButton className="small" onClick={() => undoForward(stub)}>
              {t("take_back")}
            </TapButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
