import { useStore } from "@leitstand/app/store";
import { IconChevronDown, IconCloudOff, IconUpload } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { connectionState } from "#work/api.ts";
import { unsentEntryCount } from "#work/unsent.ts";
import { isMenuSheetOpen } from "./sheet-store.ts";

/** Pill that shows whether all steps have arrived; it opens the sheet from every screen. */
export function ConnectionPill({ isBrief = false }: { isBrief?: boolean }) {
  const { isOnline } = useStore(connectionState);
  const count = useStore(unsentEntryCount);
  return (
    <button
      type="button"
      className={isOnline ? "pill" : "pill offline"}
      aria-haspopup="dialog"
      onClick={() => isMenuSheetOpen.set(true)}
    >
      <span aria-live="polite">
        {isOnline ? <OnlineText count={count} isBrief={isBrief} /> : <OfflineText count={count} isBrief={isBrief} />}
      </span>
      {isOnline && count === 0 && <IconChevronDown size={18} aria-hidden />}
    </button>
  );
}

interface SaidProps {
  readonly count: number;
  /** Beside a long title only the sign is shown, with the words as its label. */
  readonly isBrief: boolean;
}

function OnlineText({ count, isBrief }: SaidProps) {
  const t = useTranslations("frame");
  return (
    <>
      {count === 0 ? <i className="dot" /> : <IconUpload size={18} aria-hidden />}
      {isBrief && count > 0 && <span aria-hidden>{count}</span>}
      <span className={isBrief && count > 0 ? "visually-hidden" : ""}>
        {count === 0 ? t("connected") : t("sending", { count })}
      </span>
    </>
  );
}

function OfflineText({ count, isBrief }: SaidProps) {
  const t = useTranslations("frame");
  return (
    <>
      <IconCloudOff size={18} aria-hidden />
      <span>
        <span className={isBrief && count > 0 ? "visually-hidden" : ""}>
          {t("offline")}
          {count > 0 && " · "}
        </span>
        {count > 0 && t("kept", { count })}
      </span>
    </>
  );
}
