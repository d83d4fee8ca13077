import { Blank } from "@leitstand/ui/states";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

export function NotFound() {
  const t = useTranslations("shell");
  return (
    <main>
      <Blank
        action={
          <Link to="/" search={{ tab: "open", days: 1 }}>
            {t("to_board")}
          </Link>
        }
      >
        {t("not_found")}
      </Blank>
    </main>
  );
}
