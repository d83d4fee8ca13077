import { IconBellOff, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { Permission } from "#device/device.ts";
import { device } from "#device/this-device.ts";
import { isInstalled, isOfApple } from "#shared/install.ts";
import { go } from "#shared/route.ts";
import { sheet } from "#shared/sheet-store.ts";

/** Line that is shown when no push can wake the driver, with a link to change it. */
export function PushLine() {
  const t = useTranslations("device");
  const [permission, setPermission] = useState<Permission>();
  useEffect(() => void device.push.permission().then(setPermission), []);
  // An iPhone pushes only to apps on the home screen.
  const needsHome = permission === "missing" && isOfApple && !isInstalled();
  if (permission === undefined || permission === "granted" || (permission === "missing" && !needsHome)) return null;
  const open = () => {
    sheet.set(false);
    go({ is: "permission", step: needsHome ? "install" : "push" });
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
