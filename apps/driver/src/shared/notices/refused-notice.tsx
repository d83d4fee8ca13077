import { useStore } from "@leitstand/app/store";
import { IconAlertTriangle, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { needsDecision } from "#outbox/outbox-row.ts";
import { photoStore } from "#work/photo-store.ts";
import { shiftStore } from "#work/shift.ts";
import { goTo, currentRoute } from "#shared/route.ts";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";

/** Notice on every screen until the driver has decided: a refused step has not happened for the dispatcher. */
export function RefusedEntriesNotice() {
  const t = useTranslations("outbox");
  const ofPhotos = useTranslations("photos");
  const { entries } = useStoreWhileUntouched(shiftStore);
  const { is } = useStore(currentRoute);
  const count = entries.filter(needsDecision).length;
  const pictures = useStoreWhileUntouched(photoStore).filter(({ status }) => status === "refused").length;
  if (count + pictures === 0 || is === "outbox" || is === "conflict" || is === "photo") return null;
  const said = [
    count > 0 && t("refused_count", { count }),
    pictures > 0 && ofPhotos("refused_count", { count: pictures }),
  ].filter(Boolean);
  return (
    <div role="alert">
      <button type="button" className="refused-notice" onClick={() => goTo({ is: "outbox" })}>
        <IconAlertTriangle size={24} aria-hidden />
        <span>{said.join(" · ")}</span>
        <IconChevronRight aria-hidden />
      </button>
    </div>
  );
}
