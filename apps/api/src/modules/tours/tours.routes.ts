import { tourOperations } from "@leitstand/contract/tours/tours";
import { implementOperations, type OperationRoute } from "#platform/http/handler";
import {
  changeScheduledTour,
  deleteScheduledTour,
  duplicateTour,
  scheduleTour,
  setScheduledTourUsers,
  setScheduledTourVehicles,
} from "./tour-plans.service";
import {
  changeTourSubState,
  createAndStartTour,
  finishTour,
  startTour,
  type TourLifecycleHandlers,
} from "./tour-shifts.service";
import { performTourPhoneEntryOnce } from "./tour-entries.service";
import {
  requestPositionsOfVehicles,
  requestPositionsOfTourInScope,
  getScheduledTour,
  getStartedTourOfVehicle,
  getTour,
  getTourByNaturalId,
  listCasesOfTours,
  listTours,
} from "./tours.service";

export const createTourRoutes = (reactions: TourLifecycleHandlers): readonly OperationRoute[] =>
  implementOperations(tourOperations, {
    getTours: ({ tx, scope, query }) => listTours(tx, scope, query),
    getToursAssociatedCases: ({ tx, scope, body }) => listCasesOfTours(tx, scope, body.tour_ids),
    duplicateTour: ({ tx, scope, body }) => duplicateTour(tx, scope, body),
    createScheduledTour: ({ tx, scope, body }) => scheduleTour(tx, scope, body),
    createAndStartTour: (call) =>
      performTourPhoneEntryOnce(call, {
        operation: "createAndStartTour",
        create: () => createAndStartTour(call.tx, call.scope, { ...call.body, reactions, now: call.now }),
      }),
    sendUpdateLocationMessage: ({ tx, scope, body }) => requestPositionsOfVehicles(tx, scope, body.vehicle_ids),
    getTourByNaturalId: ({ tx, scope, params }) => getTourByNaturalId(tx, scope, params.natural_id),
    getScheduledTour: ({ tx, scope, params }) => getScheduledTour(tx, scope, params.id),
    updateScheduledTour: ({ tx, scope, params, body }) =>
      changeScheduledTour(tx, scope, { ...body, id: params.id, onMove: reactions.onTourMoved }),
    deleteScheduledTour: ({ tx, scope, params }) =>
      deleteScheduledTour(tx, scope, { id: params.id, onDelete: reactions.onTourDelete }),
    setScheduledTourUsers: ({ tx, scope, params, body }) =>
      setScheduledTourUsers(tx, scope, { ...body, id: params.id }),
    setScheduledTourVehicles: ({ tx, scope, params, body }) =>
      setScheduledTourVehicles(tx, scope, { ...body, id: params.id }),
    getStartedTourOfVehicle: ({ tx, scope, params }) => getStartedTourOfVehicle(tx, scope, params.id),
    getTour: ({ tx, scope, params }) => getTour(tx, scope, params.id),
    finishTour: (call) =>
      performTourPhoneEntryOnce(call, {
        operation: "finishTour",
        id: call.params.id,
        change: () => finishTour(call.tx, call.scope, { ...call.body, id: call.params.id, reactions, now: call.now }),
      }),
    sendTourUpdateLocationMessage: ({ tx, scope, params }) => requestPositionsOfTourInScope(tx, scope, params.id),
    startTour: (call) =>
      performTourPhoneEntryOnce(call, {
        operation: "startTour",
        id: call.params.id,
        change: () => startTour(call.tx, call.scope, { ...call.body, id: call.params.id, reactions, now: call.now }),
      }),
    updateTourStartedSubState: (call) =>
      performTourPhoneEntryOnce(call, {
        operation: "updateTourStartedSubState",
        id: call.params.id,
        change: () => changeTourSubState(call.tx, call.scope, { ...call.body, id: call.params.id, now: call.now }),
      }),
  });
