import { useStore } from "@leitstand/app/store";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { waitingServiceWorkerStore, activateWaitingAppVersion } from "#shared/update.ts";
import { findUpdateHoldReason, type UpdateHoldReason } from "#work/update-hold.ts";
import { plannedEntryCount, refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";

/** Line about a new version that waits until nothing can be lost by it, with the reason. */
export function AppUpdateLine() {
  const t = useTranslations("frame");
  const version = useStore(waitingServiceWorkerStore);
  const [waiting, later, undecided] = [
    useStore(unsentEntryCount),
    useStore(plannedEntryCount),
    useStore(refusedEntryCount),
  ];
  const [hold, setHold] = useState<UpdateHoldReason | "unknown" | undefined>("unknown");
  useEffect(() => void findUpdateHoldReason().then(setHold), [waiting, later, undecided]);
  if (version === null || hold === "unknown") return null;
  return (
    <li>
      {hold === undefined ? (
        <button type="button" className="line" onClick={() => void activateWaitingAppVersion().then(setHold)}>
          <IconRefresh aria-hidden />
          <span>
            {t("update")}
            <small>{t("update_now")}</small>
          </span>
        </button>
      ) : (
        <div className="line still">
          <IconRefresh aria-hidden />
          <span>
            {t("update")}
            <small>{t(`update_hold.${hold}`)}</small>
          </span>
        </div>
      )}
    </li>
  );
}
