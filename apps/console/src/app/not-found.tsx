import { EmptyState } from "@leitstand/ui/states";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import styles from "./lone-page.module.css";

export function NotFoundPage() {
  const t = useTranslations("shell");
  return (
    <main className={styles["page"]}>
      <h1 className="visually-hidden">Leitstand</h1>
      <EmptyState
        action={
          <Link className="link-button" to="/" search={{ tab: "open", days: 1 }}>
            {t("to_board")}
          </Link>
        }
      >
        {t("not_found")}
      </EmptyState>
    </main>
  );
}
