import { useTranslations } from "use-intl";
import { api, isProblem } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { say, showUndoToast, warn } from "#shared/screen/toasts.tsx";
import type { TimelineTour } from "./grid/timeline-tour.ts";
import { dropTour, putTours } from "./tours-live.ts";

interface Shown {
  readonly day: string;
  readonly days: number;
}
type SubState = NonNullable<TimelineTour["started_sub_state"]>;
const explained = [
  "TOUR_HAS_ACTIVE_CASES",
  "RESOURCE_IN_USE",
  "TOUR_STATUS_CONFLICT",
  "LOCK_VERSION_CONFLICT",
] as const;

/** What a shift goes through. Refusals are said in the words of the desk, and what is shown follows the answer. */
export function useTourActions(shown: Shown, announce: (text: string) => void) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const nameOf = (tour: TimelineTour) => tour.name ?? tour.natural_id;

  const attempt = async (tour: TimelineTour, work: () => Promise<TimelineTour | undefined>) => {
    try {
      const changed = await work();
      if (changed) putTours(shown, [changed]);
      return true;
    } catch (error) {
      const code = explained.find((one) => isProblem(error, one));
      const why = code === undefined ? textOf(error).message : t(`refused_${code}`);
      warn(`${nameOf(tour)}: ${why}`);
      announce(`${nameOf(tour)}: ${why}`);
      // Whatever stood in the way is shown as it is now.
      const current = await api.getTour({ id: tour.id }).catch(() => undefined);
      if (current) putTours(shown, [current]);
      return false;
    }
  };
  const tell = (text: string) => {
    say(text);
    announce(text);
  };

  const start = async (tour: TimelineTour) => {
    const { id, lock_version } = tour;
    if (await attempt(tour, () => api.startTour({ id, lock_version }))) tell(t("started", { tour: nameOf(tour) }));
  };
  const finish = async (tour: TimelineTour) => {
    const { id, lock_version } = tour;
    if (await attempt(tour, () => api.finishTour({ id, lock_version }))) tell(t("finished", { tour: nameOf(tour) }));
  };
  const setSubState = async (tour: TimelineTour, started_sub_state: SubState) => {
    const { id } = tour;
    const before = tour.started_sub_state ?? "ACTIVE";
    const done = await attempt(tour, () => api.updateTourStartedSubState({ id, started_sub_state }));
    if (!done) return;
    const text = t("sub_state_set", { tour: nameOf(tour), state: t(`mark_${started_sub_state}`) });
    announce(text);
    const undo = () => void attempt(tour, () => api.updateTourStartedSubState({ id, started_sub_state: before }));
    showUndoToast(text, { label: t("undo"), undo });
  };
  /** What was deleted can be planned again as it was, under another number. */
  const remove = async (tour: TimelineTour) => {
    const done = await attempt(tour, async () => {
      await api.deleteScheduledTour({ id: tour.id });
      dropTour(shown, tour.id);
      return undefined;
    });
    if (!done) return;
    const text = t("deleted", { tour: nameOf(tour) });
    announce(text);
    showUndoToast(text, { label: t("undo"), undo: () => void attempt(tour, () => planAgain(tour)) });
  };
  return { start, finish, setSubState, remove };
}

const planAgain = (tour: TimelineTour) =>
  api.createScheduledTour({
    name: tour.name,
    description: tour.description,
    branch_id: tour.branch?.id ?? null,
    scheduled_start_at: tour.scheduled_start_at ?? tour.created_at,
    scheduled_end_at: tour.scheduled_end_at,
    tour_lead_external_user_id: tour.tour_lead_external_user_id,
    user_ids: tour.users.map(({ id }) => id),
    vehicles: tour.vehicle_device_associations.map(({ vehicle, device }) => ({
      vehicle_id: vehicle.id,
      device_id: device?.id ?? null,
    })),
  });
