import { useStore } from "@leitstand/app/store";
import type { Case } from "@leitstand/contract/cases/case";
import {
  IconBell,
  IconChevronRight,
  IconCoffee,
  IconFlag,
  IconLanguage,
  IconLock,
  IconMessage,
  IconSun,
  IconUpload,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { CallDispatcher } from "#shared/call-dispatcher.tsx";
import { OwnPositionsLine } from "#shared/own-positions.tsx";
import { go, route } from "#shared/route.ts";
import { sheet } from "#shared/sheet-store.ts";
import { SpaceNotice } from "#shared/notices/space-notice.tsx";
import { chooseLanguage, useClock, useLanguage } from "#shared/texts.tsx";
import { theme } from "#shared/look/theme.ts";
import { changeDuty } from "#work/act.ts";
import { connection } from "#work/api.ts";
import { cacheKey, lock } from "#work/phone.ts";
import { refused, unsent } from "#work/unsent.ts";
import { shift } from "#work/shift.ts";
import { casesOfTour, isAtWork, isEnding, runningTour, type Shift, unreadMessages } from "#work/shown-shift.ts";
import { PositionLine } from "./position-line.tsx";
import { PushLine } from "./push-line.tsx";
import { UpdateLine } from "./update-line.tsx";

/** Sheet that every screen can open; while locked it has only entries that show nothing of cases. */
export function Sheet() {
  const t = useTranslations("frame");
  const isOpen = useStore(sheet);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={() => sheet.set(false)}>
      {isOpen && <SheetContent />}
      <button type="button" className="text-action" onClick={() => sheet.set(false)}>
        {t("close")}
      </button>
    </dialog>
  );
}

function SheetContent() {
  const t = useTranslations("frame");
  const ofPhotos = useTranslations("photos");
  const clock = useClock();
  const { isOnline, since } = useStore(connection);
  const count = useStore(unsent);
  const refusals = useStore(refused);
  const isUnlocked = useStore(cacheKey) !== null;
  const look = useStore(theme);
  const language = useLanguage();
  return (
    <>
      <h2 id="sheet-title">{isOnline ? t("since_online") : t("since_offline", { time: clock(since) })}</h2>
      {(count > 0 || refusals === 0) && <p className="hint">{t("saved", { count })}</p>}
      {refusals > 0 && <p className="hint">{ofPhotos("undecided", { count: refusals })}</p>}
      <ul className="card list">
        {isUnlocked && <WorkLines />}
        <PositionLine />
        <PushLine />
        <li>
          <label className="tick">
            <IconSun aria-hidden />
            <span>
              {t("sun")}
              <small>{t("sun_hint")}</small>
            </span>
            <input
              type="checkbox"
              role="switch"
              aria-checked={look === "sun"}
              className="switch"
              checked={look === "sun"}
              onChange={({ currentTarget }) => theme.set(currentTarget.checked ? "sun" : "dark")}
            />
          </label>
        </li>
        <Line icon={<IconLanguage aria-hidden />} onClick={() => chooseLanguage(language === "de" ? "en" : "de")}>
          {t("language")}
        </Line>
        <UpdateLine />
        {isUnlocked && (
          <Line icon={<IconLock aria-hidden />} onClick={lock}>
            {t("lock")}
          </Line>
        )}
      </ul>
      <SpaceNotice />
      <CallDispatcher />
    </>
  );
}

function WorkLines() {
  const t = useTranslations("frame");
  const known = useStore(shift);
  const tour = runningTour(known);
  const at = useStore(route);
  const count = useStore(unsent);
  const noted = tour && caseToNote(known, tour.id, "id" in at ? at.id : undefined);
  return (
    <>
      <Line icon={<IconUpload aria-hidden />} hint={t("entries", { count })} onClick={() => go({ is: "outbox" })}>
        {t("see_outbox")}
      </Line>
      <li>
        <OwnPositionsLine />
      </li>
      {noted !== undefined && (
        <Line
          icon={<IconMessage aria-hidden />}
          hint={noted.display_name}
          onClick={() => go({ is: "form", id: noted.id, form: "note" })}
        >
          {t("write_note")}
        </Line>
      )}
      <Line
        icon={<IconBell aria-hidden />}
        hint={t("unread", { count: unreadMessages(known).length })}
        onClick={() => go({ is: "messages" })}
      >
        {t("messages")}
      </Line>
      {tour !== undefined && (
        <>
          {!isEnding(known, tour) && (
            <Line icon={<IconCoffee aria-hidden />} onClick={() => void changeDuty(tour)}>
              {isAtWork(tour) ? t("break") : t("continue")}
            </Line>
          )}
          <Line icon={<IconFlag aria-hidden />} onClick={() => go({ is: "end" })}>
            {t("end")}
          </Line>
        </>
      )}
    </>
  );
}

/** The case on the screen, else the one that is worked on. */
function caseToNote(known: Shift, tour_id: string, shown: string | undefined): Case | undefined {
  const open = casesOfTour(known, tour_id, "open");
  return open.find(({ id }) => id === shown) ?? open[0];
}

interface LineProps {
  readonly icon: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
}
const Line = ({ icon, hint, children, onClick }: LineProps) => (
  <li>
    <button
      type="button"
      className="line"
      onClick={() => {
        sheet.set(false);
        onClick();
      }}
    >
      {icon}
      <span>
        {children}
        {hint !== undefined && <small>{hint}</small>}
      </span>
      <IconChevronRight aria-hidden />
    </button>
  </li>
);
