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
import { CallDispatcherButton } from "#shared/call-dispatcher.tsx";
import { OwnPositionsLine } from "#shared/own-positions.tsx";
import { goTo, currentRoute } from "#shared/route.ts";
import { isMenuSheetOpen } from "#shared/sheet-store.ts";
import { LowStorageNotice } from "#shared/notices/space-notice.tsx";
import { TapButton, type TapHandler } from "#shared/tap-button.tsx";
import { setAppLanguage, useClockFormat, useLanguage } from "#shared/texts.tsx";
import { themeStore } from "#shared/look/theme.ts";
import { toggleBreak } from "#work/act.ts";
import { connectionState } from "#work/api.ts";
import { unlockedCacheKey, lockApp } from "#work/phone.ts";
import { refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";
import { shiftStore } from "#work/shift.ts";
import {
  casesOfTour,
  isAtWork,
  isShiftEnding,
  findRunningTour,
  type ShiftState,
  unreadMessages,
} from "#work/shown-shift.ts";
import { PositionStatusLine } from "./position-line.tsx";
import { NoPushWarningLine } from "./push-line.tsx";
import { AppUpdateLine } from "./update-line.tsx";

/** Sheet that every screen can open; while locked it has only entries that show nothing of cases. */
export function MenuSheet() {
  const t = useTranslations("frame");
  const isOpen = useStore(isMenuSheetOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={() => isMenuSheetOpen.set(false)}>
      {isOpen && <MenuSheetContent />}
      <button type="button" className="text-action" onClick={() => isMenuSheetOpen.set(false)}>
        {t("close")}
      </button>
    </dialog>
  );
}

function MenuSheetContent() {
  const t = useTranslations("frame");
  const ofPhotos = useTranslations("photos");
  const clock = useClockFormat();
  const { isOnline, since } = useStore(connectionState);
  const count = useStore(unsentEntryCount);
  const refusals = useStore(refusedEntryCount);
  const isUnlocked = useStore(unlockedCacheKey) !== null;
  const look = useStore(themeStore);
  const language = useLanguage();
  return (
    <>
      <h2 id="sheet-title">{isOnline ? t("since_online") : t("since_offline", { time: clock(since) })}</h2>
      {(count > 0 || refusals === 0) && <p className="hint">{t("saved", { count })}</p>}
      {refusals > 0 && <p className="hint">{ofPhotos("undecided", { count: refusals })}</p>}
      <ul className="card list">
        {isUnlocked && <WorkLines />}
        <PositionStatusLine />
        <NoPushWarningLine />
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
              onChange={({ currentTarget }) => themeStore.set(currentTarget.checked ? "sun" : "dark")}
            />
          </label>
        </li>
        <MenuLine icon={<IconLanguage aria-hidden />} onClick={() => setAppLanguage(language === "de" ? "en" : "de")}>
          {t("language")}
        </MenuLine>
        <AppUpdateLine />
        {isUnlocked && (
          <MenuLine icon={<IconLock aria-hidden />} onClick={lockApp}>
            {t("lock")}
          </MenuLine>
        )}
      </ul>
      <LowStorageNotice />
      <CallDispatcherButton />
    </>
  );
}

function WorkLines() {
  const t = useTranslations("frame");
  const known = useStore(shiftStore);
  const tour = findRunningTour(known);
  const at = useStore(currentRoute);
  const count = useStore(unsentEntryCount);
  const noted = tour && caseToNote(known, tour.id, "id" in at ? at.id : undefined);
  return (
    <>
      <MenuLine icon={<IconUpload aria-hidden />} hint={t("entries", { count })} onClick={() => goTo({ is: "outbox" })}>
        {t("see_outbox")}
      </MenuLine>
      <li>
        <OwnPositionsLine />
      </li>
      {noted !== undefined && (
        <MenuLine
          icon={<IconMessage aria-hidden />}
          hint={noted.display_name}
          onClick={() => goTo({ is: "form", id: noted.id, form: "note" })}
        >
          {t("write_note")}
        </MenuLine>
      )}
      <MenuLine
        icon={<IconBell aria-hidden />}
        hint={t("unread", { count: unreadMessages(known).length })}
        onClick={() => goTo({ is: "messages" })}
      >
        {t("messages")}
      </MenuLine>
      {tour !== undefined && (
        <>
          {!isShiftEnding(known, tour) && (
            <MenuLine icon={<IconCoffee aria-hidden />} onClick={() => toggleBreak(tour)}>
              {isAtWork(tour) ? t("break") : t("continue")}
            </MenuLine>
          )}
          <MenuLine icon={<IconFlag aria-hidden />} onClick={() => goTo({ is: "end" })}>
            {t("end")}
          </MenuLine>
        </>
      )}
    </>
  );
}

/** Case that a note belongs to: the case on the screen, else the case that the crew works on. */
function caseToNote(known: ShiftState, tour_id: string, shown: string | undefined): Case | undefined {
  const open = casesOfTour(known, tour_id, "open");
  return open.find(({ id }) => id === shown) ?? open[0];
}

interface LineProps<R> {
  readonly icon: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
  readonly onClick: TapHandler<R>;
}
const MenuLine = <R,>({ icon, hint, children, onClick }: LineProps<R>) => (
  <li>
    <TapButton
      className="line"
      onClick={async () => {
        isMenuSheetOpen.set(false);
        await onClick();
      }}
    >
      {icon}
      <span>
        {children}
        {hint !== undefined && <small>{hint}</small>}
      </span>
      <IconChevronRight aria-hidden />
    </TapButton>
  </li>
);
