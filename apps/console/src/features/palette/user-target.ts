import { useTranslations } from "use-intl";
import { entities } from "#live/store.ts";
import type { ChangeView } from "#shared/state/board-view.ts";
import { say } from "#shared/screen/toasts.tsx";

/** Opens the tour that a user is on; a user without a tour is not on the board. */
export function useUserTarget(onView: ChangeView) {
  const t = useTranslations("palette");
  return (id: string, name: string) => {
    const tour = [...entities.tours.started.values()].find(({ user_ids }) => user_ids.includes(id));
    if (tour) onView({ case: undefined, vehicle: undefined, tour: tour.tour_id });
    else say(t("user_off_duty", { name }));
  };
}
