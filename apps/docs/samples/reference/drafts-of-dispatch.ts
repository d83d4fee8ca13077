import type { OperationSampleOverrides } from "./draft";
import { createTextVariable } from "./values";

type DispatchDrafts = Readonly<Record<string, OperationSampleOverrides>>;

const caseDrafts: DispatchDrafts = {
  setTodoCompleted: { scene: "caseWithTodo" },
  receiveAction: { by: "dispatcher", scene: "assignedCase" },
  assignCasesToTours: { by: "dispatcher", scene: "openCaseAndTour" },
  approveCase: { scene: "unapprovedCase" },
  reassignCase: { by: "dispatcher", scene: "assignedCaseAndSecondTour" },
  uploadRsaFile: { body: { case_id: createTextVariable("CASE_ID") } },
  createCriticalMessage: { by: "dispatcher", scene: "tourWithCrew" },
  acknowledgeCriticalMessage: { by: "dispatcher" },
};

const scheduledTourDraft = { by: "dispatcher", scene: "scheduledTour" } as const;

const tourDrafts: DispatchDrafts = {
  getTourByNaturalId: { path: { natural_id: createTextVariable("TOUR_NATURAL_ID") }, scene: "startedTour" },
  getScheduledTour: scheduledTourDraft,
  updateScheduledTour: scheduledTourDraft,
  deleteScheduledTour: scheduledTourDraft,
  setScheduledTourUsers: { by: "dispatcher", scene: "scheduledTourAndDriver" },
  setScheduledTourVehicles: { by: "dispatcher", scene: "scheduledTourAndVehicle" },
  startTour: scheduledTourDraft,
  createTourFromShift: {
    by: "dispatcher",
    body: { occurrences: [{ event_id: createTextVariable("EVENT_ID"), date: createTextVariable("DATE") }] },
  },
  getStartedTourOfVehicle: { scene: "startedTour" },
  createScheduledTour: { by: "dispatcher", scene: "crew" },
  createAndStartTour: { by: "dispatcher", scene: "crew" },
};

const roadsideDrafts: DispatchDrafts = {
  assignCaseToTour: { by: "dispatcher", scene: "openCaseAndTour" },
  forwardAssignCase: { by: "dispatcher", scene: "caseToForward" },
  forwardRollbackCase: { by: "dispatcher", scene: "forwardedCase" },
  createOeamtcCase: { by: "program" },
  updateOeamtcCase: { by: "program", scene: "passedCase" },
  requestOeamtcCaseCallback: { by: "dispatcher", scene: "passedCase" },
  finishOeamtcCase: { by: "program", scene: "passedCaseUnderWay" },
  requestOeamtcTourCallback: { by: "dispatcher" },
  getQueuedEvents: { at: "roadside" },
  updateQueuedEvent: { at: "roadside" },
  deleteQueuedEvent: { at: "roadside" },
};

const fleetDrafts: DispatchDrafts = {
  createVehicleCheck: {
    body: {
      client_id: createTextVariable("CLIENT_ID"),
      items: [
        { template_id: createTextVariable("VEHICLE_TEMPLATE_ID"), result: "DEFECT", note: "Left dipped beam is out" },
      ],
    },
  },
  getOwnLocations: {
    query: { from: "2026-03-02T06:00:00+00:00", to: "2026-03-02T18:00:00+00:00" },
    scene: "driverAtWork",
  },
  getOwnLocationReaders: { scene: "driverAtWork" },
  getVehicleChecks: { scene: "checkedVehicle" },
  uploadVehicleAsset: { body: { client_id: createTextVariable("CLIENT_ID") }, scene: "checkedVehicle" },
  confirmReceipt: {
    by: "phone",
    body: {
      receipts: [
        {
          case_id: createTextVariable("CASE_ID"),
          tour_id: createTextVariable("TOUR_ID"),
          received_at: "2026-03-02T08:20:01+00:00",
        },
      ],
    },
    scene: "assignedCase",
  },
  updateLocation: {
    by: "phone",
    body: { locations: [{ lat: 47.0707, lon: 15.4395, time: createTextVariable("FIXED_AT"), accuracy_meters: 8 }] },
    scene: "now",
  },
  getRsaDevice: { scene: "unit" },
  updateRsaDevice: { scene: "unit" },
  deleteRsaDevice: { scene: "unit" },
};

export const dispatchSampleOverrides: DispatchDrafts = {
  ...caseDrafts,
  ...tourDrafts,
  ...roadsideDrafts,
  ...fleetDrafts,
};
