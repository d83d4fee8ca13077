import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { goHome } from "#shared/route.ts";
import { carryOutCaseStep } from "#work/act.ts";
import { lastPositionFix } from "#work/positions/duty.ts";
import { addressBookPlaceToDestination, sortByDistance, crewPositionByCaseSteps } from "../stored-places.ts";
import { TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";
import { PlaceList, AddressBookFault, useWholeAddressBook } from "./place-list.tsx";

/** Form that leaves the deceased in a cold place of the address book, from where another tour continues. */
export function InterimStorageForm({ shown, link, tour_id }: CaseActionFormProps) {
  const t = useTranslations("passing_on");
  const [reason, setReason] = useCaseDraftField(shown, "interim");
  const [kept, setChosen] = useCaseDraftField(shown, "interim_place");
  const { places, hasFailed } = useWholeAddressBook();
  const here = useStore(lastPositionFix) ?? crewPositionByCaseSteps(shown, link);
  const cold = sortByDistance(places?.filter(({ cold_storage }) => cold_storage) ?? [], here);
  const chosen = cold.find(({ id }) => id === kept);
  const store = async () => {
    if (chosen === undefined) return;
    const payload = { finish_reason: reason.trim(), interim_address: addressBookPlaceToDestination(chosen) };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "FINISH", payload });
    goHome();
  };
  const missing = chosen === undefined ? t("cold_room") : reason.trim() === "" ? t("reason") : undefined;
  return (
    <CaseActionFormScreen title={t("interim")} button={t("interim")} missing={missing} onSave={store}>
      <p className="hint">{t("interim_hint")}</p>
      {hasFailed && <AddressBookFault />}
      {places === undefined && !hasFailed && <p role="status">{t("looking")}</p>}
      {places !== undefined && cold.length === 0 && <p role="status">{t("no_cold_place")}</p>}
      {cold.length > 0 && (
        <PlaceList label={t("cold_place")} places={cold} chosen={chosen?.id} onChoose={({ id }) => setChosen(id)} />
      )}
      <TextField label={t("reason")} value={reason} onChange={setReason} />
    </CaseActionFormScreen>
  );
}
