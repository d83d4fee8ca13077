import { useStore } from "@leitstand/app/store";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { newVersion, takeOver } from "#shared/update.ts";
import { findUpdateHold, type UpdateHold } from "#work/update-hold.ts";
import { planned, refused, unsent } from "#work/unsent.ts";

/** Line about a new version that waits until nothing can be lost by it, with the reason. */
export function UpdateLine() {
  const t = useTranslations("frame");
  const version = useStore(newVersion);
  const [waiting, later, undecided] = [useStore(unsent), useStore(planned), useStore(refused)];
  const [hold, setHold] = useState<UpdateHold | "unknown" | undefined>("unknown");
  useEffect(() => void findUpdateHold().then(setHold), [waiting, later, undecided]);
  if (version === null || hold === "unknown") return null;
  return (
    <li>
      {hold === undefined ? (
        <button type="button" className="line" onClick={() => void takeOver().then(setHold)}>
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
