import { useStore } from "@leitstand/app/store";
import { IconAlertTriangle, IconMapPin, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import {
  isPlannedStep,
  needsDecision,
  outboxChainOfCase,
  serverTimeOfRow,
  type OutboxEntry,
} from "#outbox/outbox-row.ts";
import { isCasePhoto, type PhotoMetadata } from "#photos/photo-row.ts";
import { goTo } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { connectionState } from "#work/api.ts";
import { caseIdOfOutboxChain } from "#work/conflict.ts";
import { waitingPositionCount } from "#work/positions/duty.ts";
import { retrySendingNow } from "#work/sending.ts";
import { photoStore } from "#work/photo-store.ts";
import { shiftStore } from "#work/shift.ts";
import { OutboxEntryIcon } from "./entry-icon.tsx";
import { useOutboxEntryName } from "./entry-name.ts";
import { UnsentPhotoLines } from "./photo-lines.tsx";

/** Sends without making the next tap wait: with another network it must not wait for an answer that is missing. */
function tryNow() {
  void retrySendingNow();
}

/** Screen of unsent entries, by case and in order. */
export function OutboxScreen() {
  const t = useTranslations("outbox");
  const clock = useClockFormat();
  const { isOnline, since } = useStore(connectionState);
  const { entries } = useStore(shiftStore);
  const unsent = entries.filter((entry) => entry.status !== "sent" && !isPlannedStep(entry));
  const pictures = useStore(photoStore).filter(({ status }) => status === "waiting" || status === "refused");
  const chains = [...new Set([...unsent.map(({ chain }) => chain), ...pictures.map(chainOfPhoto)])];
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={
        <PrimaryButton icon={<IconRefresh size={28} aria-hidden />} onClick={tryNow}>
          {t("try")}
        </PrimaryButton>
      }
      actions={<TextActionButton onClick={() => goTo({ is: "log" })}>{t("log")}</TextActionButton>}
    >
      {!isOnline && (
        <div>
          <h2>{t("no_network", { time: clock(since) })}</h2>
          <p className="hint">{t("keep_working")}</p>
        </div>
      )}
      {chains.length === 0 && <p className="hint">{t("all_sent")}</p>}
      {chains.map((chain) => (
        <OutboxChain
          key={chain}
          chain={chain}
          entries={unsent.filter((entry) => entry.chain === chain)}
          photos={pictures.filter((photo) => chainOfPhoto(photo) === chain)}
        />
      ))}
      <WaitingPositions />
    </ScreenLayout>
  );
}

/** Number of waiting positions: they are recorded without the driver, and wait for the same network. */
function WaitingPositions() {
  const t = useTranslations("device");
  const count = useStore(waitingPositionCount);
  return count === 0 ? null : (
    <ul className="card list">
      <li className="line still">
        <IconMapPin aria-hidden />
        <span>{t("waiting", { count })}</span>
      </li>
    </ul>
  );
}
/** Group of vehicle photos; those of a case stand below its steps. */
const VEHICLE_PHOTOS_GROUP = "vehicles";
const chainOfPhoto = (photo: PhotoMetadata) =>
  isCasePhoto(photo) ? outboxChainOfCase(photo.case_id) : VEHICLE_PHOTOS_GROUP;

interface ChainProps {
  readonly chain: string;
  readonly entries: readonly OutboxEntry[];
  readonly photos: readonly PhotoMetadata[];
}

function OutboxChain({ chain, entries, photos: pictures }: ChainProps) {
  const t = useTranslations("outbox");
  const clock = useClockFormat();
  const nameOf = useOutboxEntryName();
  const { cases } = useStore(shiftStore);
  const undecided = entries.find(needsDecision);
  const isRefused = undecided !== undefined || pictures.some(({ status }) => status === "refused");
  const id = caseIdOfOutboxChain(chain);
  const [first, ...others] = entries;
  // Only the chain of a shift has several entries without a case.
  const matter = first === undefined ? t("check") : others.length > 0 ? t("shift") : nameOf(first.content);
  const name = id === undefined ? matter : (cases.find((one) => one.id === id)?.display_name ?? t("gone"));
  return (
    <section className={isRefused ? "card list refused" : "card list"}>
      <h2 className="line still">
        <span>{name}</span>
        {!isRefused && entries.length > 1 && <span className="aside">{t("in_order")}</span>}
      </h2>
      <ul>
        {undecided !== undefined && (
          <li className="line still">
            <IconAlertTriangle className="attention" aria-hidden />
            <span>{t(undecided.status === "held" ? "held" : "refused", { what: nameOf(undecided.content) })}</span>
            <button type="button" className="small" onClick={() => goTo({ is: "conflict", chain })}>
              {t("look")}
            </button>
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.action_id} className="line still">
            <OutboxEntryIcon content={entry.content} />
            <span>{nameOf(entry.content)}</span>
            <span className="aside">{clock(serverTimeOfRow(entry))}</span>
          </li>
        ))}
        <UnsentPhotoLines photos={pictures} />
      </ul>
    </section>
  );
}
