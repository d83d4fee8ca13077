import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import { useTranslations } from "use-intl";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { streetAndCityLine } from "#shared/address.ts";
import { useClockFormat, useLanguage, useTimeZone } from "#shared/texts.tsx";
import { useOutboxEntryName } from "./entry-name.ts";

/** Maximum length of a case's comment. */
const NOTE_LENGTH_MAX = 4_000;
/** Text cut to the length of a comment, and never within a character. */
const cutToNote = (text: string) => text.slice(0, NOTE_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, "");

/** Text of the note that stays of a refused entry: its name, and all that the driver has recorded with it. */
export function useNoteText() {
  const nameOf = useOutboxEntryName();
  const factsOf = useStepFacts();
  return (content: OutboxContent): string => {
    const facts =
      content.op === "receiveAction" ? factsOf(content.body) : content.op === "setTodoCompleted" ? [content.title] : [];
    const said = facts.filter(Boolean).join(" · ");
    return cutToNote(said === "" ? nameOf(content) : `${nameOf(content)}: ${said}`);
  };
}

type Fact = string | undefined;
type StepBody = Extract<OutboxContent, { op: "receiveAction" }>["body"];

/** Facts of a step, in the order in which people tell them. */
function useStepFacts() {
  const label = useLabel();
  const momentOf = useMomentFormat();
  const handoverFacts = useHandoverFacts();
  const belongingFacts = useBelongingFacts();
  const findingFacts = useFindingFacts();
  return ({ reason, payload = {} }: StepBody): readonly Fact[] => [
    payload.finish_reason,
    label("reason", reason),
    label("until", payload.postponed_until && momentOf(payload.postponed_until)),
    ...handoverFacts(payload),
    label("destination", placeText(payload.destination)),
    label("interim", placeText(payload.interim_address)),
    label("code", payload.identity?.code),
    ...belongingFacts(payload),
    ...findingFacts(payload),
    label("no_photo", payload.photos_missing_reason),
  ];
}

/** Puts a word before what was recorded; nothing where nothing was. */
function useLabel() {
  const t = useTranslations("outbox.facts");
  return (name: string, what: string | undefined): Fact => (what ? t(name, { what }) : undefined);
}

function useHandoverFacts() {
  const t = useTranslations("outbox.facts");
  const label = useLabel();
  return ({ received_by, signature, refusal_reason }: CaseActionPayload): readonly Fact[] => [
    label("received_by", received_by),
    // The drawing itself does not fit into a note.
    signature === undefined ? undefined : t("signed"),
    label("unsigned", refusal_reason),
  ];
}

function useBelongingFacts() {
  const t = useTranslations("belongings");
  const label = useLabel();
  return ({ belongings, belongings_note }: CaseActionPayload): readonly Fact[] => {
    const { location, description, ...items } = belongings ?? {};
    const seen = Object.entries(items).map(([item, state]) => `${t(`items.${item}`)}: ${t(`states.${state}`)}`);
    return [
      label("belongings", seen.join(", ")),
      label("location", location),
      label("description", description),
      label("belongings_note", belongings_note),
    ];
  };
}

function useFindingFacts() {
  const t = useTranslations("roadside");
  const language = useLanguage();
  const label = useLabel();
  const yesOrNo = (is: boolean | null | undefined) => (typeof is === "boolean" ? t(is ? "yes" : "no") : undefined);
  return ({ outcome, finish_reason, findings = {} }: CaseActionPayload): readonly Fact[] => {
    const { damage, vehicle_data, vehicle_detail, notes } = findings;
    return [
      outcome === "GOA" && finish_reason !== t("customer_absent") ? t("customer_absent") : undefined,
      label("cause", damage?.cause ?? undefined),
      label("drives", yesOrNo(damage?.driveable)),
      label("key", yesOrNo(vehicle_detail?.key_available)),
      label("mileage", vehicle_data?.mileage_km?.toLocaleString(language)),
      label("notes", notes),
    ];
  };
}

/** Day and time, in the company's zone. */
function useMomentFormat() {
  const clock = useClockFormat();
  const language = useLanguage();
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "numeric", timeZone: useTimeZone() });
  return (at: string) => `${day.format(new Date(at))} ${clock(at)}`;
}

/** Place as the phone has chosen it; undefined without any. */
function placeText(address: CaseActionPayload["destination"]): Fact {
  if (address === undefined) return undefined;
  const { name, street, house_number, zip_code, city } = address;
  const postal = [zip_code, city].filter(Boolean).join(" ");
  return [name, streetAndCityLine({ street, house_number, city: postal })].filter(Boolean).join(", ");
}
