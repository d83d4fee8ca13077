import { useTranslations } from "use-intl";
import { api, isApiProblem } from "#shared/api/api.ts";
import { entityStore, storeTour, refetchTours } from "#live/store.ts";
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

  const run = async <A>(tour: TimelineTour, write: OptimisticBoardWrite<A>) => {
    const name = nameOf(tour);
    const onRefused = (error: unknown) => {
      // The tour that was in conflict is read again.
      void refetchTours([tour.id]);
      const code = explainedRefusals.find((one) => isApiProblem(error, one));
      if (code === undefined) return false;
      const text = `${name}: ${t(`refused_${code}`)}`;
      showWarning(text);
      announce(text);
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
    const { id } = tour;
    const before = tour.started_sub_state ?? "ACTIVE";
    return run(tour, {
      send: () => storeAnsweredTour(api.updateTourStartedSubState({ id, started_sub_state })),
      text: () => t("sub_state_set", { tour: nameOf(tour), state: t(`mark_${started_sub_state}`) }),
      undo: () => ({ send: () => storeAnsweredTour(api.updateTourStartedSubState({ id, started_sub_state: before })) }),
    });
  };
  /** Deletes a tour; undo plans it again as it was, under another number. */
  const remove = (tour: TimelineTour) =>
    run(tour, {
      send: async () => {
        await api.deleteScheduledTour({ id: tour.id });
        entityStore.deleteTour(tour.id);
        return tour;
      },
      text: () => t("deleted", { tour: nameOf(tour) }),
      undo: () => ({ send: () => storeAnsweredTour(recreateTour(tour)) }),
    });
  return { start, finish, setSubState, remove };
}

async function storeAnsweredTour(answer: Promise<TimelineTour>): Promise<TimelineTour> {
  const tour = await answer;
  storeTour(tour);
  return tour;
}

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
