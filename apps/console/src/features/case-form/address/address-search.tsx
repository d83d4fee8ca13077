import { sleepUnlessAborted } from "@leitstand/client/pause";
import { TagLabel } from "@leitstand/ui/states";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { type FilledValue, isEmptyValue, isFieldFilled, isStillFilled, locatingFields } from "./address-fill.ts";
import {
  type PlaceAddress,
  fetchAddressesOfOlderCases,
  cityOfZipCode,
  joinAddressSuggestions,
  rankAddresses,
  type AddressSuggestion,
} from "./address-suggestions.ts";
import styles from "./address-search.module.css";
import { formFieldsByCaseType } from "../fields/case-fields.ts";
import { type FormValues, valueAtPath, textOfFormValue } from "../fields/field.ts";
import { focusFieldAfter } from "../fields/focus.ts";
import { fieldElementId, useFormFacts } from "../fields/form-facts.ts";
import { type AddressBook, rankStoredAddresses, suggestGeocodedAddresses } from "./stored-addresses.ts";
import { SuggestBox } from "../fields/suggest-box.tsx";
import { formatAddressInOneLine, parseTypedAddress } from "./typed-address.ts";
import { formatTypedValue } from "../fields/typed-values.ts";

/**
 * Input of one line for an address: a known one is picked, another is read from the typed text; the focus then moves
 * on.
 */
export function AddressSearch({ prefix, isReadOnly }: { prefix: string; isReadOnly: boolean }) {
  const t = useTranslations("case-form");
  const fill = useFillAddress(prefix);
  const [text, setText] = useState("");
  // Text still to be read when the line loses the focus; picking a suggestion moves the focus, and the line must not be
  // read twice.
  const unread = useRef("");
  const box = useRef<HTMLDivElement>(null);
  useManualChanges(prefix);
  const suggestions = useAddressSuggestions(text, isReadOnly, prefix.includes("source") ? "source" : "target");
  const type = (typed: string) => {
    unread.current = typed;
    setText(typed);
  };
  const takeTyped = () => {
    const typed = unread.current.trim();
    type("");
    if (typed !== "") fill(parseTypedAddress(typed), false);
  };
  /**
   * Moves on from the line. An empty line means that the caller has no such address: the next section follows. Else the
   * fields that were read are shown for checking.
   */
  const goOn = () => {
    const isEmpty = unread.current.trim() === "";
    takeTyped();
    const behind = isEmpty ? box.current?.closest("[data-address]") : box.current;
    if (behind) focusFieldAfter(behind);
  };
  const pick = (address: PlaceAddress) => {
    type("");
    fill(address, true);
    goOn();
  };
  return (
    <div ref={box} className={styles["search"]}>
      <SuggestBox
        id={fieldElementId(`${prefix}.search`)}
        size="xs"
        aria-label={t("search_address")}
        placeholder={t("search_address_hint")}
        readOnly={isReadOnly}
        text={text}
        onText={type}
        suggestions={suggestions}
        keyOf={({ address }) => formatAddressInOneLine(address)}
        show={(suggestion) => <SuggestedAddress suggestion={suggestion} />}
        foot={[...new Set(suggestions.flatMap(({ attribution }) => attribution ?? []))].join(" · ")}
        onPick={({ address }) => pick(address)}
        onEnter={goOn}
        onBlur={takeTyped}
      />
    </div>
  );
}

/**
 * Suggestions for an address. The company's book and recent cases answer at once, other sources a moment later; theirs
 * are appended, so that nothing moves away under the pointer.
 */
function useAddressSuggestions(
  text: string,
  isReadOnly: boolean,
  end: "source" | "target",
): readonly AddressSuggestion[] {
  const { getValues } = useFormContext<FormValues>();
  const { recent, book } = useFormFacts();
  const isGeocoding = useHasGrant()("searchAddresses");
  const request = { text: text.trim(), phone: String(getValues("contact.phone_number") ?? "") };
  const isAsked = !isReadOnly && request.text !== "";
  const { data: older = [] } = useQuery({
    queryKey: ["case-form", "addresses", request],
    queryFn: ({ signal }) => fetchAddressesOfOlderCases(request, signal),
    enabled: isAsked,
  });
  const { data: found = [] } = useQuery({
    queryKey: ["case-form", "geocoded", request.text],
    queryFn: ({ signal }) => askGeocoder(request.text, book, signal),
    enabled: isAsked && isGeocoding && request.text.length >= GEOCODE_MIN_LETTERS,
    staleTime: GEOCODED_CACHE_MS,
  });
  if (isReadOnly) return [];
  return joinAddressSuggestions([
    rankStoredAddresses(book, request.text, end),
    rankAddresses(recent, request),
    older,
    found,
  ]);
}

const GEOCODE_MIN_LETTERS = 4;
/** Cache time of found addresses in milliseconds: houses do not move. */
const GEOCODED_CACHE_MS = 600_000;
/** Pause after the last key before other sources are asked, in milliseconds. */
const TYPING_PAUSE_MS = 200;

async function askGeocoder(
  location: string,
  book: AddressBook,
  signal: AbortSignal,
): Promise<readonly AddressSuggestion[]> {
  await sleepUnlessAborted(TYPING_PAUSE_MS, signal);
  signal.throwIfAborted();
  return suggestGeocodedAddresses(
    await api.searchAddressForward({ location: location.slice(0, 300), size: 5 }, { signal }),
    book,
  );
}

function SuggestedAddress({ suggestion: { address, why, kind, isOtherHouse } }: { suggestion: AddressSuggestion }) {
  const t = useTranslations("case-form");
  const { name, ...rest } = address;
  return (
    <span className={styles["line"]}>
      <span className={styles["house"]}>{name || formatAddressInOneLine(rest).split(",")[0]}</span>
      <span className={styles["street"]}>
        {name ? formatAddressInOneLine(rest) : formatAddressInOneLine(rest).split(", ").slice(1).join(", ")}
      </span>
      {isOtherHouse && <TagLabel>{t("other_house")}</TagLabel>}
      {why !== "known" && why !== "found" && <TagLabel>{[t(`why_${why}`), kind].filter(Boolean).join(" · ")}</TagLabel>}
    </span>
  );
}

/**
 * Puts an address into its fields. The one before it may have been a mistake: it is taken back where its values still
 * stand. What the caller said about this visit stays.
 */
function useFillAddress(prefix: string) {
  const { getValues, getFieldState, setValue, clearErrors } = useFormContext<FormValues>();
  const { type, locale, addressFills } = useFormFacts();
  return (address: PlaceAddress, isPicked: boolean) => {
    const last = addressFills.get(prefix);
    const fill = new Map<string, FilledValue>();
    for (const field of formFieldsByCaseType[type]) {
      const { path } = field;
      if (!path.startsWith(`${prefix}.`)) continue;
      const held: unknown = getValues(path);
      const filled = last?.get(path);
      const isTakenBack = isStillFilled(filled, held);
      const before = isTakenBack ? filled.before : held;
      const isTyped = !isTakenBack && !isEmptyValue(held) && getFieldState(path).isDirty;
      const name = path.slice(prefix.length + 1);
      const offered = valueAtPath(address, name);
      const isFilled = isFieldFilled({ name, offered, before, isTyped, isPicked });
      if (!isFilled && !isTakenBack) continue;
      const next = isFilled ? formatTypedValue(field, offered, locale) : before;
      if (isFilled) fill.set(path, { written: next, before });
      setValue(path, next, { shouldDirty: true });
      clearErrors(path);
    }
    addressFills.set(prefix, fill);
  };
}

function useManualChanges(prefix: string) {
  const { subscribe, setValue, getValues } = useFormContext<FormValues>();
  const { recent } = useFormFacts();
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, values }) => {
          if (type !== "change" || !name?.startsWith(`${prefix}.`)) return;
          const changed = name.slice(prefix.length + 1);
          if (!locatingFields.includes(changed)) return;
          const at = (part: string): string => `${prefix}.${part}`;
          for (const axis of ["lat", "lon"]) if (valueAtPath(values, at(axis))) setValue(at(axis), "");
          const zip = textOfFormValue(valueAtPath(values, at("zip_code")));
          const city = changed === "zip_code" && zip.length >= 4 ? cityOfZipCode(recent, zip) : undefined;
          if (city !== undefined && !getValues(at("city"))) setValue(at("city"), city, { shouldDirty: true });
        },
      }),
    [prefix, subscribe, setValue, getValues, recent],
  );
}
