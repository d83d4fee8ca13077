import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { goBack } from "#shared/route.ts";
import { connectionState } from "#work/api.ts";
import { changeDraftFields, draftStore } from "#work/drafts.ts";
import {
  sortByDistance,
  type AddressBookPlace,
  parseTypedDestination,
  crewPositionByCaseSteps,
} from "../stored-places.ts";
import { useBeginTow } from "../use-tow.ts";
import { TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";
import { PlaceList, useWholeAddressBook } from "./place-list.tsx";

const PLACES_SHOWN_MAX = 12;

/** Form of the tow's destination, from the address book or typed. On the way, with the reason for another place. */
export function DestinationForm({ shown, link, tour_id }: CaseActionFormProps) {
  const t = useTranslations("passing_on");
  const { isOnline } = useStore(connectionState);
  const [reason, setReason] = useCaseDraftField(shown, "destination_reason");
  const tow = useBeginTow(shown, tour_id);
  const typed = useTypedDestination(shown);
  const place = parseTypedDestination(typed.values);
  const needsReason = link.state !== "arrived";
  const missing = place === undefined ? t("where") : needsReason && reason.trim() === "" ? t("reason") : undefined;
  const save = async () => {
    if (place === undefined) return;
    await tow({ destination: place, ...(needsReason && { reason: reason.trim() }) });
    typed.clear();
    goBack();
  };
  return (
    <CaseActionFormScreen
      title={t("destination")}
      button={needsReason ? t("change_destination") : t("tow_there")}
      missing={missing}
      onSave={save}
    >
      <TextField label={t("name")} value={typed.values.name} onChange={typed.change("name")} />
      {isOnline && <StoredDestinations shown={shown} link={link} name={typed.values.name} onChoose={typed.fill} />}
      <TextField label={t("street")} value={typed.values.street} onChange={typed.change("street")} />
      <div className="pair">
        <TextField
          label={t("zip_code")}
          value={typed.values.zip_code}
          onChange={typed.change("zip_code")}
          maxLength={16}
        />
        <TextField label={t("city")} value={typed.values.city} onChange={typed.change("city")} />
      </div>
      {needsReason && <TextField label={t("reason")} value={reason} onChange={setReason} />}
    </CaseActionFormScreen>
  );
}

const emptyDestination = { name: "", street: "", zip_code: "", city: "", lat: "", lon: "" };
type DestinationFieldName = "name" | "street" | "zip_code" | "city";

/**
 * Typed destination, kept as it is typed. A stored place keeps its coordinates for as long as its address is not
 * changed.
 */
function useTypedDestination({ id }: CaseActionFormProps["shown"]) {
  const fields = useStore(draftStore)[id]?.fields ?? {};
  const valueOf = (name: keyof typeof emptyDestination) => fields[`destination_${name}`] ?? "";
  const values = {
    name: valueOf("name"),
    street: valueOf("street"),
    zip_code: valueOf("zip_code"),
    city: valueOf("city"),
    lat: valueOf("lat"),
    lon: valueOf("lon"),
  };
  const set = (next: Partial<typeof emptyDestination>) =>
    void changeDraftFields(
      id,
      Object.fromEntries(Object.entries(next).map(([name, value]) => [`destination_${name}`, value])),
    );
  const fill = ({ name, street, house_number, postal_code, city, lat, lon }: AddressBookPlace) =>
    set({
      name,
      street: [street, house_number].filter(Boolean).join(" "),
      zip_code: postal_code ?? "",
      city: city ?? "",
      lat: String(lat ?? ""),
      lon: String(lon ?? ""),
    });
  const change = (name: DestinationFieldName) => (value: string) => set({ [name]: value, lat: "", lon: "" });
  return { values, change, fill, clear: () => set(emptyDestination) };
}

interface StoredProps extends Pick<CaseActionFormProps, "shown" | "link"> {
  readonly name: string;
  readonly onChoose: (place: AddressBookPlace) => void;
}

/** Stored places that match the typed name, the nearest first. */
function StoredDestinations({ shown, link, name, onChoose }: StoredProps) {
  const t = useTranslations("passing_on");
  const { places = [] } = useWholeAddressBook();
  const wanted = name.trim().toLowerCase();
  const found = sortByDistance(
    places.filter((place) => place.name.toLowerCase().includes(wanted)),
    crewPositionByCaseSteps(shown, link),
  ).slice(0, PLACES_SHOWN_MAX);
  const chosen = found.find((place) => place.name === name)?.id;
  return found.length === 0 ? null : (
    <PlaceList label={t("address_book")} places={found} chosen={chosen} onChoose={onChoose} />
  );
}
