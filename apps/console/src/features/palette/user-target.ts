import { useTranslations } from "use-intl";
import { entityStore } from "#live/store.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { showToast } from "#shared/screen/toasts.tsx";

/** Opens the tour that a user is on; a user without a tour is not on the board. */
export function useOpenTourOfUser(onView: ChangeBoardView) {
  const t = useTranslations("palette");
  return (id: string, name: string) => {
    const tour = [...entityStore.tours.started.values()].find(({ user_ids }) => user_ids.includes(id));
    if (tour) onView({ case: undefined, vehicle: undefined, tour: tour.tour_id });
    else showToast(t("user_off_duty", { name }));
  };
}
