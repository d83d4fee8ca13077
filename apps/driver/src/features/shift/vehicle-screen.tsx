import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { ApiProblem } from "@leitstand/client/problem";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type VehicleToCheck, type ShiftStart } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout } from "#shared/screen.tsx";
import { TapButton } from "#shared/tap-button.tsx";
import { api } from "#work/api.ts";
import { beginShiftOrCheck } from "./begin.ts";

interface VehicleChoice extends VehicleToCheck {
  readonly branch_id: string | null;
}

const PAGE_SIZE = 50;
/** Pause after the last key in milliseconds before the search is sent. */
const TYPING_PAUSE_MS = 300;

/**
 * Choice of another vehicle than was planned, or of one for a shift without a plan. Only the server knows which are
 * free: this needs network.
 */
export function VehicleChoiceScreen({ start }: { start: ShiftStart | undefined }) {
  const t = useTranslations("shift");
  const search = useFreeVehicles();
  const { found, text, hasFailed } = search;
  const [chosen, setChosen] = useState<VehicleChoice>();
  const take = () => chosen && beginShiftOrCheck(startWithVehicle(chosen, start), chosen);
  const isLong = text !== "" || (found !== undefined && found.meta.total_pages > 1);
  return (
    <ScreenLayout
      title={t("vehicle")}
      hasBack
      primary={
        hasFailed ? (
          <PrimaryButton onClick={search.again}>{t("vehicle")}</PrimaryButton>
        ) : (
          chosen && <PrimaryButton onClick={take}>{t("take_vehicle")}</PrimaryButton>
        )
      }
    >
      {isLong && (
        <label className="field">
          <span>{t("find_vehicle")}</span>
          <input
            type="search"
            autoComplete="off"
            value={text}
            maxLength={100}
            onChange={({ currentTarget }) => {
              setChosen(undefined);
              search.setText(currentTarget.value);
            }}
          />
        </label>
      )}
      {hasFailed && (
        <p className="fault" role="alert">
          {t("vehicles_failed")}
        </p>
      )}
      <p className="hint" role="status">
        {found === undefined ? !hasFailed && t("looking") : <FoundVehicleCount {...found} />}
      </p>
      {found !== undefined && found.vehicles.length > 0 && (
        <VehicleOptions vehicles={found.vehicles} chosen={chosen?.id} onChoose={setChosen} />
      )}
      {found !== undefined && hasMorePages(found.meta) && (
        <TapButton className="small" onClick={search.more}>
          {t("more_vehicles")}
        </TapButton>
      )}
    </ScreenLayout>
  );
}

function FoundVehicleCount({ vehicles, meta }: FoundVehicles) {
  const t = useTranslations("shift");
  if (vehicles.length === 0) return t("no_vehicles");
  if (!hasMorePages(meta)) return t("free_vehicles", { count: vehicles.length });
  const total = meta.total_elements;
  return t(meta.total_is_exact === false ? "some_of_more_vehicles" : "some_vehicles", {
    shown: vehicles.length,
    total,
  });
}

const startWithVehicle = ({ id, branch_id }: VehicleChoice, start: ShiftStart | undefined): ShiftStart =>
  start?.by === "tour" ? { ...start, vehicle_id: id } : { by: "vehicle", id, branch_id };

interface FoundVehicles {
  readonly vehicles: readonly VehicleChoice[];
  readonly meta: PageMeta;
}
type PageMeta = AnswerOf<Operations["getVehicles"]>["meta"];
const hasMorePages = ({ page, total_pages }: PageMeta) => page + 1 < total_pages;

/** Free vehicles page by page, by the typed text; a late answer for another text is dropped. */
function useFreeVehicles() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<FoundVehicles>();
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef("");
  const find = useCallback(async (words: string, before?: FoundVehicles) => {
    asked.current = words;
    const page = before === undefined ? 0 : before.meta.page + 1;
    const free = { currently_on_tour: false, size: PAGE_SIZE, page, ...(words !== "" && { text: words }) };
    try {
      const { vehicles, meta } = await api.getVehicles(free);
      if (asked.current !== words) return;
      // A vehicle that has moved to another page, because one became free in the meantime, is shown once.
      const all = new Map([...(before?.vehicles ?? []), ...vehicles].map((vehicle) => [vehicle.id, vehicle]));
      setFound({ vehicles: [...all.values()], meta });
      setFailed(false);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (asked.current === words) setFailed(true);
    }
  }, []);
  const words = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => void find(words), words === "" ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [find, words]);
  return {
    text,
    setText,
    found,
    hasFailed,
    again: () => find(words),
    more: () => find(words, found),
  };
}

interface VehicleOptionsProps {
  readonly vehicles: readonly VehicleChoice[];
  readonly chosen: string | undefined;
  readonly onChoose: (vehicle: VehicleChoice) => void;
}

function VehicleOptions({ vehicles, chosen, onChoose }: VehicleOptionsProps) {
  const t = useTranslations("shift");
  return (
    <fieldset className="choice">
      <legend>{t("vehicle")}</legend>
      {vehicles.map((vehicle) => (
        <label key={vehicle.id} className="option wide">
          <input type="radio" name="vehicle" checked={vehicle.id === chosen} onChange={() => onChoose(vehicle)} />
          <span>
            {vehicle.license_plate}
            <small>{vehicle.description}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
