import { IconButton } from "@leitstand/ui/icon-button";
import { Menu } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { showToast } from "#shared/screen/toasts.tsx";

/** Menu of the inspector: entries of the inspected thing, then those that all things have. */
export function InspectorMenu({ children }: { children?: ReactNode }) {
  const t = useTranslations("inspector");
  const copyLink = () =>
    void navigator.clipboard.writeText(window.location.href).then(() => showToast(t("link_copied")));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t("menu")}>
          <IconDotsVertical size={18} stroke={1.8} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {/* A page without https has no clipboard: there the address is copied from the browser's bar. */}
        <Menu.Item onClick={copyLink} disabled={navigator.clipboard === undefined}>
          {t("copy_link")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
