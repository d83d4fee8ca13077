import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { signOut } from "#features/session/sign-out.ts";
import { useLanguage } from "#shared/text/i18n.tsx";
import { signedInUserQuery } from "#shared/api/me.ts";
import { changePreferences, preferencesStore } from "#shared/state/preferences.ts";
import { useStore } from "@leitstand/app/store";
import styles from "./user-menu.module.css";

export function UserMenu({ onSessions }: { onSessions: () => void }) {
  const t = useTranslations("shell");
  const { data: me } = useQuery(signedInUserQuery);
  const { scheme, density, letterShortcuts } = useStore(preferencesStore);
  const language = useLanguage();
  const name = me?.user ? `${me.user.firstname} ${me.user.lastname}` : "";
  const initials = name
    .split(" ")
    .map((word) => word[0])
    .join("");
  const next = { auto: "light", light: "dark", dark: "auto" } as const;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={styles["user"]} aria-label={`${initials}: ${t("user_menu", { name })}`}>
          {initials}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item
          closeMenuOnClick={false}
          onClick={() => changePreferences({ language: language === "de" ? "en" : "de" })}
        >
          {t("language")}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => changePreferences({ scheme: next[scheme] })}>
          {t(`scheme_${scheme}`)}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          onClick={() => changePreferences({ density: density === "compact" ? "comfortable" : "compact" })}
        >
          {t(`density_${density}`)}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => changePreferences({ letterShortcuts: !letterShortcuts })}>
          {t(letterShortcuts ? "letters_on" : "letters_off")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={onSessions}>{t("sessions")}</Menu.Item>
        <Menu.Item onClick={signOut}>{t("sign_out")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
