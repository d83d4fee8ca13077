import { describe, expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "#outbox/row.fixture.ts";
import type { TourLink } from "#outbox/state-before.ts";
import { vehicleCorners, type PhotoMetadata, type PhotoSubject } from "#photos/photo-row.ts";
import { aPhoto } from "#photos/photo.fixture.ts";
import type { CaseDraft } from "#work/drafts.ts";
import { findNextStep } from "./next-step.ts";

const anOnSiteRecord = (draft: CaseDraft = {}, photos: readonly PhotoMetadata[] = []) => ({ draft, photos });
const photosWithSubjects = (...subjects: readonly PhotoSubject[]) => subjects.map((subject) => aPhoto({ subject }));

const aTodo = (id: string, phase: "PICKUP" | "DELIVERY", completed = false) => ({
  id,
  created_at: "",
  updated_at: "",
  title: id,
  description: null,
  phase,
  required: true,
  position: 0,
  completed,
  completed_at: null,
  completed_by: null,
});
const aTransport = (state: string, actions: TourLink["actions"], times: Partial<TourLink> = {}) => {
  const link = aTourCaseLink(state, { actions, ...times });
  const cargo_deceased = { first_name: "Alois", last_name: "Fuchs", date_of_death: "2026-03-01" };
  const funeral_data = { cargo_type: "PERSON" as const, transport_type: "Transportauftrag" as const, cargo_deceased };
  return { shown: { ...aCaseWithLink("FUNERAL", link), funeral_data }, link };
};

describe("the next thing to do", () => {
  it.each<[string, TourLink["actions"], string]>([
    ["ASSIGNED", ["ACCEPT", "REJECT", "START"], "ACCEPT"],
    ["ACCEPTED", ["START", "UNDO"], "START"],
    ["STARTED", ["ARRIVE", "LOAD", "UNDO"], "ARRIVE"],
    ["LOADED", ["ARRIVE", "DELIVER"], "ARRIVE"],
  ])(
    "the driver app offers, for a transport in state %s with actions %j, the next step %s",
    (state, actions, action) => {
      const { shown, link } = aTransport(state, actions);
      expect(findNextStep(shown, link, anOnSiteRecord())).toEqual({ is: "action", action });
    },
  );

  it("the driver app offers, at the pickup of a transport, the missing checks one after the other, and then LOAD", () => {
    const { shown, link } = aTransport("ARRIVED", ["LOAD", "POSTPONE"]);
    const withTodo = (completed: boolean) => ({
      ...shown,
      todos: { pickup: [aTodo("papers", "PICKUP", completed)], delivery: [] },
    });
    expect(findNextStep(withTodo(false), link, anOnSiteRecord())).toMatchObject({ is: "todo", id: "papers" });
    expect(findNextStep(withTodo(true), link, anOnSiteRecord())).toEqual({ is: "identity" });
    expect(findNextStep(withTodo(true), link, anOnSiteRecord({ identity: false }))).toEqual({ is: "identity" });
    expect(findNextStep(withTodo(true), link, anOnSiteRecord({ identity: true }))).toEqual({ is: "belongings" });
    const recorded = anOnSiteRecord({ identity: true, loaded: { is_confirmed: true } });
    expect(findNextStep(withTodo(true), link, recorded)).toEqual({ is: "action", action: "LOAD" });
  });

  it("a crew that says the identity is wrong cannot load, although it was confirmed before", () => {
    const { shown, link } = aTransport("ARRIVED", ["LOAD", "POSTPONE"]);
    const cargo_deceased = {
      ...shown.funeral_data.cargo_deceased,
      identity_confirmed: true,
      belongings: { confirmation: true },
    };
    const before = { ...shown, funeral_data: { ...shown.funeral_data, cargo_deceased } };
    expect(findNextStep(before, link, anOnSiteRecord())).toEqual({ is: "action", action: "LOAD" });
    expect(findNextStep(before, link, anOnSiteRecord({ identity: false }))).toEqual({ is: "identity" });
  });

  it("the driver app asks for the belongings again before the handover of a transport", () => {
    const { shown, link } = aTransport("LOADED", ["DELIVER"], {
      arrived_at_destination_at: "2026-03-02T09:00:00.000Z",
    });
    expect(findNextStep(shown, link, anOnSiteRecord({ loaded: { is_confirmed: true } }))).toEqual({ is: "belongings" });
    expect(findNextStep(shown, link, anOnSiteRecord({ delivered: { is_confirmed: true } }))).toEqual({
      is: "handover",
    });
  });

  const onTheRoad = aTourCaseLink("arrived", { actions: ["TO_TOWING_DESTINATION", "FINISH"] });
  const aBreakdown = (target_address: object | null) => ({
    ...aCaseWithLink("ROADSIDE", onTheRoad),
    rsa_data: { target_address },
  });

  it("the driver app asks, at a breakdown, for a photo of the first vehicle corner without one, or with a refused one", () => {
    const step = (...taken: PhotoMetadata[]) => findNextStep(aBreakdown(null), onTheRoad, anOnSiteRecord({}, taken));
    expect(step()).toEqual({ is: "corner", corner: "FL" });
    expect(step(...photosWithSubjects("FL", "RR"))).toEqual({ is: "corner", corner: "FR" });
    const refused = aPhoto({ subject: "FL", status: "refused" });
    expect(step(refused, ...photosWithSubjects("FR", "RL", "RR"))).toEqual({ is: "corner", corner: "FL" });
    expect(step(...photosWithSubjects("RL", "other", "belongings"))).toEqual({ is: "corner", corner: "FL" });
  });

  it("the driver app goes on without the photos of a breakdown only when the driver gives a reason", () => {
    const step = (photos_missing: string) =>
      findNextStep(aBreakdown(null), onTheRoad, anOnSiteRecord({ photos_missing }));
    expect(step(" ")).toEqual({ is: "corner", corner: "FL" });
    expect(step("Zu dunkel")).toEqual({ is: "drives" });
  });

  it("the driver app asks, after the photos of a breakdown, whether the vehicle drives, and offers towing or FINISH accordingly", () => {
    const answered = (target: object | null, draft: CaseDraft) =>
      findNextStep(aBreakdown(target), onTheRoad, anOnSiteRecord(draft, photosWithSubjects(...vehicleCorners)));
    const garage = { name: "Werkstatt", city: "Graz" };
    expect(answered(garage, {})).toEqual({ is: "drives" });
    expect(answered(garage, { drives: false })).toEqual({ is: "action", action: "TO_TOWING_DESTINATION" });
    expect(answered(null, { drives: false })).toEqual({ is: "destination" });
    expect(answered(garage, { drives: true })).toEqual({ is: "finish" });
    const cannotTow = { ...onTheRoad, actions: ["FINISH" as const] };
    expect(
      findNextStep(aBreakdown(garage), cannotTow, anOnSiteRecord({}, photosWithSubjects(...vehicleCorners))),
    ).toEqual({ is: "finish" });
  });

  it("the driver app offers no next step when the crew may do nothing with the case", () => {
    const { shown, link } = aTransport("DELIVERED", [], { bucket: "finished" });
    expect(findNextStep(shown, link, anOnSiteRecord())).toBeUndefined();
  });
});
