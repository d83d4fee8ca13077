import { useStore } from "@leitstand/app/store";
import { IconHome } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { installPromptStore, isAppInstalled, isAppleMobile } from "./install.ts";

/** Hint to install the app before signing in: on an iPhone the installed app does not share the page's data. */
export function InstallHint() {
  const t = useTranslations("permissions.install");
  const ask = useStore(installPromptStore);
  if (isAppInstalled() || (!isAppleMobile && ask === null)) return null;
  return (
    <section className="card">
      <p className="row">
        <span>
          <IconHome size={24} aria-hidden /> {t("title")}
        </span>
      </p>
      <p className="hint">{isAppleMobile ? t("by_hand") : t("why")}</p>
      {ask !== null && (
        <button type="button" className="text-action" onClick={() => void ask()}>
          {t("allow")}
        </button>
      )}
    </section>
  );
}
