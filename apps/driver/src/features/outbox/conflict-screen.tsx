import "./outbox.css";
import { useStore } from "@leitstand/app/store";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { IconArrowBackUp, IconNotes } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { serverTimeOfRow, type OutboxEntry } from "#outbox/outbox-row.ts";
import {
  entriesToDecideOn,
  isStillOnTour,
  isCaseStub,
  notesOfRefusedEntries,
  resendableEntries,
  tourToStartAgain,
} from "#outbox/resolve.ts";
import { type ChangedCaseAddress, findChangedCaseAddresses, type CaseAddressesSeen } from "#outbox/seen-places.ts";
import { type PlaceAddress, placeName, streetAndCityLine } from "#shared/address.ts";
import { CallDispatcherAction } from "#shared/call-dispatcher.tsx";
import { goHome } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { useStepName } from "#shared/step-word.ts";
import { useClockFormat } from "#shared/texts.tsx";
import {
  caseIdOfOutboxChain,
  resolveEntriesAsNotes,
  fetchCaseOrStub,
  addressesSeenAtFirstStep,
  resendEntries,
} from "#work/conflict.ts";
import { shiftStore } from "#work/shift.ts";
import type { DriverTour } from "#work/shown-shift.ts";
import { useOutboxEntryName } from "./entry-name.ts";
import { useNoteText } from "./note-text.ts";

type CurrentCase = Case | CaseStub | "gone" | "none" | "offline" | undefined;

/** Screen of refused entries: both versions by time, and the choice what becomes of the driver's. */
export function ConflictScreen({ chain }: { chain: string }) {
  const t = useTranslations("outbox");
  const { entries, tours } = useStore(shiftStore);
  const mine = entriesToDecideOn(entries, chain, tours);
  const id = caseIdOfOutboxChain(chain);
  // Entries without a case, such as a break, need no lookup.
  const [fresh, setFresh] = useState<CurrentCase>(id === undefined ? "none" : undefined);
  const [seen, setSeen] = useState<CaseAddressesSeen>();
  useEffect(() => {
    if (id === undefined) return;
    const known = shiftStore.get();
    void addressesSeenAtFirstStep(entriesToDecideOn(known.entries, chain, known.tours)).then(setSeen);
    fetchCaseOrStub(id).then(
      (found) => setFresh(found ?? "gone"),
      () => setFresh("offline"),
    );
  }, [id, chain]);
  if (fresh === undefined || fresh === "offline")
    return (
      <ScreenLayout title={t("title")} hasBack>
        <p role="status">{fresh === undefined ? t("loading") : t("offline")}</p>
      </ScreenLayout>
    );
  const props = { fresh: typeof fresh === "string" ? undefined : fresh, mine, seen };
  return <ConflictDecision {...props} tour={tourToStartAgain(mine, tours)} />;
}

interface DecisionProps {
  readonly fresh: Case | CaseStub | undefined;
  readonly mine: readonly OutboxEntry[];
  readonly seen: CaseAddressesSeen | undefined;
  /** Planned tour whose start was refused, and that can still begin. */
  readonly tour: DriverTour | undefined;
}

function ConflictDecision(props: DecisionProps) {
  const { fresh, mine, tour } = props;
  const t = useTranslations("outbox");
  const textOf = useNoteText();
  const title = useConflictTitle();
  const { again, changed, isGone } = decisionOutlook(props);
  const mayGoOn = again.length > 0 && (changed.length > 0 || tour !== undefined);
  const keep = () => resolveEntriesAsNotes(mine, textOf).then(goHome);
  const seen = (tour ?? fresh)?.lock_version ?? 0;
  const repeat = () => resendEntries(mine, { repeated: again, seen, textOf }).then(goHome);
  return (
    <ScreenLayout
      title={fresh?.natural_id ?? t("title")}
      hasBack
      primary={
        mayGoOn ? (
          <PrimaryButton onClick={repeat}>{t(tour ? "again" : "with_new_address")}</PrimaryButton>
        ) : (
          <PrimaryButton onClick={keep}>{t("understood")}</PrimaryButton>
        )
      }
      actions={
        <>
          {mayGoOn && <TextActionButton onClick={keep}>{t(tour ? "not_begin" : "only_note")}</TextActionButton>}
          {!mayGoOn && again.length > 0 && <TextActionButton onClick={repeat}>{t("again")}</TextActionButton>}
          <CallDispatcherAction />
        </>
      }
    >
      <span className="tile">
        <IconArrowBackUp size={30} aria-hidden />
      </span>
      <h2>{title(props)}</h2>
      {!isGone && <RefusalReason {...props} />}
      <ChangedPlaces changed={changed} />
      <VersionTimeline fresh={fresh} mine={mine} />
      {!mayGoOn && notesOfRefusedEntries(mine, textOf).length > 0 && (
        <p className="hint with-icon">
          <IconNotes size={26} aria-hidden /> {t("as_note")}
        </p>
      )}
    </ScreenLayout>
  );
}

/** Reason why the first entry was not taken, and for the start of a shift what else waits for it. */
function RefusalReason({ mine: [first], tour }: DecisionProps) {
  const t = useTranslations("outbox");
  const nameOf = useOutboxEntryName();
  if (first === undefined) return null;
  const said = t(first.status === "held" ? "why_held" : "why", { what: nameOf(first.content) });
  const reason = `why_start.${first.refusal ?? ""}`;
  return (
    <>
      <p className="hint">{tour !== undefined && t.has(reason) ? `${said} ${t(reason)}` : said}</p>
      {tour !== undefined && <p className="hint">{t("start_waits")}</p>}
    </>
  );
}

/**
 * Entries that may be sent again, and changed places of the case; none when the crew no longer has the case. A shift
 * may begin as long as its tour is planned.
 */
function decisionOutlook({ fresh, mine, seen, tour }: DecisionProps) {
  if (tour !== undefined) return { again: mine, changed: [], isGone: false };
  const tour_id = tourOfEntries(mine);
  const isGone = isCaseEntry(mine[0]) && (fresh === undefined || isCaseStub(fresh));
  if (!isStillOnTour(fresh, tour_id)) return { again: [], changed: [], isGone };
  return {
    again: resendableEntries(fresh, mine, tour_id),
    changed: seen === undefined ? [] : findChangedCaseAddresses(seen, fresh),
    isGone,
  };
}

function useConflictTitle() {
  const t = useTranslations("outbox");
  const clock = useClockFormat();
  return (props: DecisionProps) => {
    const { fresh, tour } = props;
    const { changed, isGone } = decisionOutlook(props);
    if (tour !== undefined) return t("not_begun");
    if (fresh !== undefined && isCaseStub(fresh) && fresh.reason === "UNASSIGN" && fresh.closed_at !== null)
      return t("taken", { time: clock(fresh.closed_at) });
    if (isGone) return t("gone");
    return changed.length > 0 ? t("changed") : t("not_possible");
  };
}

/** Former and present places of the case. */
function ChangedPlaces({ changed }: { changed: readonly ChangedCaseAddress[] }) {
  const t = useTranslations("outbox");
  const wordsOf = (address: PlaceAddress | null) =>
    address === null ? t("no_address") : [...new Set([placeName(address), streetAndCityLine(address)])].join(", ");
  return changed.map(({ end, before, now }) => (
    <dl key={end} className="card facts" aria-label={t(`ends.${end}`)}>
      <dt>{t("before", { end: t(`ends.${end}`) })}</dt>
      <dd>
        <s>{wordsOf(before)}</s>
      </dd>
      <dt>{t("now")}</dt>
      <dd>
        <strong>{wordsOf(now)}</strong>
      </dd>
    </dl>
  ));
}

/** Tour on which the steps were done; undefined for entries that are no steps. */
const tourOfEntries = (entries: readonly OutboxEntry[]) =>
  entries.map(({ content }) => (content.op === "receiveAction" ? content.body.tour_id : undefined)).find(Boolean) ?? "";
const isCaseEntry = (entry: OutboxEntry | undefined) =>
  entry !== undefined && caseIdOfOutboxChain(entry.chain) !== undefined;

interface VersionMoment {
  readonly key: string;
  readonly at: number;
  readonly who: "you" | "dispatch";
  readonly what: string;
  readonly more: string;
  readonly hasArrived: boolean;
}

function VersionTimeline({ fresh, mine }: Pick<DecisionProps, "fresh" | "mine">) {
  const t = useTranslations("outbox");
  const wordOf = useStepName();
  const clock = useClockFormat();
  const nameOf = useOutboxEntryName();
  const theirs = fresh !== undefined && isCaseStub(fresh) ? fresh.rows : [];
  const last = theirs.findLast(({ actor_kind }) => actor_kind !== "V");
  const moments: VersionMoment[] = [
    ...theirs.map(({ id, occurred_at, received_at, actor_kind, transition }) => ({
      key: id,
      at: Date.parse(occurred_at),
      who: actor_kind === "V" ? ("you" as const) : ("dispatch" as const),
      what: wordOf(transition),
      more: actor_kind === "V" ? t("sent_at", { time: clock(received_at) }) : id === last?.id ? t("counts") : "",
      hasArrived: true,
    })),
    ...mine.map((entry) => ({
      key: entry.action_id,
      at: serverTimeOfRow(entry),
      who: "you" as const,
      what: nameOf(entry.content),
      more: t("without_network"),
      hasArrived: false,
    })),
  ];
  return (
    <ol className="card versions">
      <li className="sides" aria-hidden>
        <span className="what">{t("you")}</span>
        <span className="time">{t("dispatch")}</span>
      </li>
      {moments
        .toSorted((a, b) => a.at - b.at)
        .map(({ key, at, who, what, more, hasArrived }) => (
          <li key={key} className={hasArrived ? who : `${who} waiting`}>
            <span className="time">
              {clock(at)} <span className="visually-hidden">{t(who)}</span>
            </span>
            <span className="what">
              <strong>{what}</strong>
              <small>{more}</small>
            </span>
          </li>
        ))}
    </ol>
  );
}
