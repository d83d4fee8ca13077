import { useTranslations } from "use-intl";
import { api, isApiProblem } from "#shared/api/api.ts";
import { entityStore, refetchTours, storeAnsweredTour } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { useOptimisticBoardWrite, type OptimisticBoardWrite } from "#live/write.ts";
import { showWarning } from "#shared/screen/toasts.tsx";

type TourSubState = NonNullable<TimelineTour["started_sub_state"]>;
const explainedRefusals = [
  "TOUR_HAS_ACTIVE_CASES",
  "RESOURCE_IN_USE",
  "TOUR_STATUS_CONFLICT",
  "LOCK_VERSION_CONFLICT",
] as const;

/** Actions on a shift. Refusals are announced in the words of dispatch, and the shown tour follows the answer. */
export function useTourActions(announce: (text: string) => void) {
  const t = useTranslations("tours");
  const carryOut = useOptimisticBoardWrite();
  const nameOf = (tour: TimelineTour) => tour.name ?? tour.natural_id;

  const refuse = (tour: TimelineTour, code: (typeof explainedRefusals)[number]) => {
    const text = `${nameOf(tour)}: ${t(`refused_${code}`)}`;
    showWarning(text);
    announce(text);
  };
  const run = async <A>(tour: TimelineTour, write: OptimisticBoardWrite<A>) => {
    const name = nameOf(tour);
    const onRefused = (error: unknown) => {
      // The tour that was in conflict is read again.
      void refetchTours([tour.id]);
      const code = explainedRefusals.find((one) => isApiProblem(error, one));
      if (code === undefined) return false;
      refuse(tour, code);
      return true;
    };
    await carryOut(write, { name, announce, onRefused });
  };

  const start = (tour: TimelineTour) =>
    run(tour, {
      send: () => storeAnsweredTour(api.startTour({ id: tour.id, lock_version: tour.lock_version })),
      text: () => t("started", { tour: nameOf(tour) }),
    });
  const finish = (tour: TimelineTour) =>
    run(tour, {
      send: () => storeAnsweredTour(api.finishTour({ id: tour.id, lock_version: tour.lock_version })),
      text: () => t("finished", { tour: nameOf(tour) }),
    });
  const setSubState = (tour: TimelineTour, started_sub_state: TourSubState) => {
    const before = tour.started_sub_state ?? "ACTIVE";
    return run(tour, {
      send: () => sendSubState(tour, started_sub_state),
      text: () => t("sub_state_set", { tour: nameOf(tour), state: t(`mark_${started_sub_state}`) }),
      undo: (answer) => ({ send: () => sendSubState(answer, before) }),
    });
  };
  /**
   * Deletes a tour as it was seen; undo plans it again as it was, under another number. The request names no version, so
   * the known one is compared.
   */
  const remove = (tour: TimelineTour) => {
    if (entityStore.tours.get(tour.id)?.lock_version !== tour.lock_version)
      return refuse(tour, "LOCK_VERSION_CONFLICT");
    return run(tour, {
      send: async () => {
        await api.deleteScheduledTour({ id: tour.id });
        entityStore.deleteTour(tour.id);
        return tour;
      },
      text: () => t("deleted", { tour: nameOf(tour) }),
      undo: () => ({ send: () => storeAnsweredTour(recreateTour(tour)) }),
    });
  };
  return { start, finish, setSubState, remove };
}

/** Names the version, so that a break which the crew has begun in the meantime is not ended unseen. */
const sendSubState = ({ id, lock_version }: TimelineTour, started_sub_state: TourSubState) =>
  storeAnsweredTour(api.updateTourStartedSubState({ id, started_sub_state, lock_version }));

/** Plans a deleted tour again, with the same people and vehicles at the same time. */
const recreateTour = (tour: TimelineTour) =>
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
