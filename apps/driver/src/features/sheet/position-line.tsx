import { useStore } from "@leitstand/app/store";
import { IconChevronRight, IconMapPin, IconMapPinOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { DevicePermissionState } from "#device/device.ts";
import { phoneFunctions } from "#device/this-device.ts";
import { goTo } from "#shared/route.ts";
import { isMenuSheetOpen } from "#shared/sheet-store.ts";
import { dutyOfShift, waitingPositionCount } from "#work/positions/duty.ts";
import { shiftStore } from "#work/shift.ts";

/** Line about positions: whether they are kept at present, how many wait, and how to allow them where they are off. */
export function PositionStatusLine() {
  const t = useTranslations("device");
  const count = useStore(waitingPositionCount);
  const { isOpen, isTracked } = dutyOfShift(useStore(shiftStore));
  const [permission, setPermission] = useState<DevicePermissionState>();
  useEffect(() => void phoneFunctions.position.permission().then(setPermission), []);
  const waiting = count === 0 ? "" : t("waiting", { count });
  if (!isOpen && count > 0)
    return (
      <li className="line still">
        <IconMapPin aria-hidden />
        <span>{waiting}</span>
      </li>
    );
  if (permission === undefined || permission === "missing" || !isOpen) return null;
  if (permission !== "granted")
    return (
      <li>
        <button
          type="button"
          className="line"
          onClick={() => {
            isMenuSheetOpen.set(false);
            goTo({ is: "permission", step: "position" });
          }}
        >
          <IconMapPinOff aria-hidden />
          <span>
            {t("position_off")}
            <small>{[t("position_back"), waiting].filter(Boolean).join(" · ")}</small>
          </span>
          <IconChevronRight aria-hidden />
        </button>
      </li>
    );
  return (
    <li className="line still">
      {isTracked ? <IconMapPin aria-hidden /> : <IconMapPinOff aria-hidden />}
      <span>
        {isTracked ? t("position_on") : t("position_break")}
        <small>{[isTracked ? t("while_open") : t("nothing_kept"), waiting].filter(Boolean).join(" · ")}</small>
      </span>
    </li>
  );
}
