import { useStore } from "@leitstand/app/store";
import { IconAlertTriangle, IconMapPin, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { chainOfCase, type OutboxEntry } from "#outbox/outbox-row.ts";
import { isCasePhoto, type PhotoFacts } from "#photos/photo-row.ts";
import { goTo } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextAction } from "#shared/screen.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { connectionState } from "#work/api.ts";
import { caseIdOf } from "#work/conflict.ts";
import { waitingPositions } from "#work/positions/duty.ts";
import { retryNow } from "#work/sending.ts";
import { photoStore } from "#work/photo-store.ts";
import { shiftStore } from "#work/shift.ts";
import { EntryIcon } from "./entry-icon.tsx";
import { useEntryName } from "./entry-name.ts";
import { PhotoLines } from "./photo-lines.tsx";

/** Screen of unsent entries, by case and in order. */
export function OutboxScreen() {
  const t = useTranslations("outbox");
  const clock = useClockFormat();
  const { isOnline, since } = useStore(connectionState);
  const { entries } = useStore(shiftStore);
  const unsent = entries.filter(({ status, not_before }) => status !== "sent" && not_before === null);
  const pictures = useStore(photoStore).filter(({ status }) => status === "waiting" || status === "refused");
  const chains = [...new Set([...unsent.map(({ chain }) => chain), ...pictures.map(chainOfPhoto)])];
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={
        <PrimaryButton icon={<IconRefresh size={28} aria-hidden />} onClick={() => void retryNow()}>
          {t("try")}
        </PrimaryButton>
      }
      actions={<TextAction onClick={() => goTo({ is: "log" })}>{t("log")}</TextAction>}
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
  const count = useStore(waitingPositions);
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
const chainOfPhoto = (photo: PhotoFacts) => (isCasePhoto(photo) ? chainOfCase(photo.case_id) : VEHICLE_PHOTOS_GROUP);

interface ChainProps {
  readonly chain: string;
  readonly entries: readonly OutboxEntry[];
  readonly photos: readonly PhotoFacts[];
}

function OutboxChain({ chain, entries, photos: pictures }: ChainProps) {
  const t = useTranslations("outbox");
  const clock = useClockFormat();
  const nameOf = useEntryName();
  const { cases } = useStore(shiftStore);
  const refused = entries.find(({ status }) => status === "refused");
  const isRefused = refused !== undefined || pictures.some(({ status }) => status === "refused");
  const id = caseIdOf(chain);
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
        {refused !== undefined && (
          <li className="line still">
            <IconAlertTriangle className="attention" aria-hidden />
            <span>{t("refused", { what: nameOf(refused.content) })}</span>
            <button type="button" className="small" onClick={() => goTo({ is: "conflict", chain })}>
              {t("look")}
            </button>
          </li>
        )}
        {entries.map(({ action_id, at, content }) => (
          <li key={action_id} className="line still">
            <EntryIcon content={content} />
            <span>{nameOf(content)}</span>
            <span className="aside">{clock(at)}</span>
          </li>
        ))}
        <PhotoLines photos={pictures} />
      </ul>
    </section>
  );
}
