import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { api } from "#work/api.ts";
import { streetAndCityLine } from "#shared/address.ts";
import type { AddressBookPlace } from "../stored-places.ts";

/** Places of the company's address book, which only the server has; undefined while they load. */
export function useWholeAddressBook() {
  const [places, setPlaces] = useState<readonly AddressBookPlace[]>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    api.getAddresses({}).then(setPlaces, () => setFailed(true));
  }, []);
  return { places, hasFailed };
}

interface PlaceListProps {
  readonly label: string;
  readonly places: readonly AddressBookPlace[];
  readonly chosen: string | undefined;
  readonly onChoose: (place: AddressBookPlace) => void;
}

export const PlaceList = ({ label, places, chosen, onChoose }: PlaceListProps) => (
  <fieldset className="choice">
    <legend>{label}</legend>
    {places.map((place) => (
      <label key={place.id} className="option wide">
        <input type="radio" name="place" checked={place.id === chosen} onChange={() => onChoose(place)} />
        <span>
          {place.name}
          <small>{streetAndCityLine(place)}</small>
        </span>
      </label>
    ))}
  </fieldset>
);

export function AddressBookFault() {
  const t = useTranslations("passing_on");
  return (
    <p className="fault" role="alert">
      {t("places_failed")}
    </p>
  );
}
