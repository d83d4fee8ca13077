import { IconBellOff, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { DevicePermissionState } from "#device/device.ts";
import { phoneFunctions } from "#device/this-device.ts";
import { isAppInstalled, isAppleMobile } from "#shared/install.ts";
import { goTo } from "#shared/route.ts";
import { isMenuSheetOpen } from "#shared/sheet-store.ts";

/** Line that is shown when no push can wake the driver, with a link to change it. */
export function NoPushWarningLine() {
  const t = useTranslations("device");
  const [permission, setPermission] = useState<DevicePermissionState>();
  useEffect(() => void phoneFunctions.push.permission().then(setPermission), []);
  // An iPhone pushes only to apps on the home screen.
  const needsHome = permission === "missing" && isAppleMobile && !isAppInstalled();
  if (permission === undefined || permission === "granted" || (permission === "missing" && !needsHome)) return null;
  const open = () => {
    isMenuSheetOpen.set(false);
    goTo({ is: "permission", step: needsHome ? "install" : "push" });
  };
  return (
    <li>
      <button type="button" className="line" onClick={open}>
        <IconBellOff aria-hidden />
        <span>
          {t("push_off")}
          <small>{needsHome ? t("push_home") : t("push_back")}</small>
        </span>
        <IconChevronRight aria-hidden />
      </button>
    </li>
  );
}
