import { describe, expect, it } from "vitest";
import { aCase, aLink } from "#outbox/row.fixture.ts";
import type { Link } from "#outbox/state-before.ts";
import { corners, type PhotoFacts, type PhotoSubject } from "#photos/photo-row.ts";
import { aPhoto } from "#photos/photo.fixture.ts";
import type { CaseDraft } from "#work/drafts.ts";
import { nextStep } from "./next-step.ts";

const onSite = (draft: CaseDraft = {}, photos: readonly PhotoFacts[] = []) => ({ draft, photos });
const photosOf = (...subjects: readonly PhotoSubject[]) => subjects.map((subject) => aPhoto({ subject }));

const todo = (id: string, phase: "PICKUP" | "DELIVERY", completed = false) => ({
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
const aTransport = (state: string, actions: Link["actions"], times: Partial<Link> = {}) => {
  const link = aLink(state, { actions, ...times });
  const cargo_deceased = { first_name: "Alois", last_name: "Fuchs", date_of_death: "2026-03-01" };
  const funeral_data = { cargo_type: "PERSON" as const, transport_type: "Transportauftrag" as const, cargo_deceased };
  return { shown: { ...aCase("FUNERAL", link), funeral_data }, link };
};

describe("the next thing to do", () => {
  it.each<[string, Link["actions"], string]>([
    ["ASSIGNED", ["ACCEPT", "REJECT", "START"], "ACCEPT"],
    ["ACCEPTED", ["START", "UNDO"], "START"],
    ["STARTED", ["ARRIVE", "LOAD", "UNDO"], "ARRIVE"],
    ["LOADED", ["ARRIVE", "DELIVER"], "ARRIVE"],
  ])("the next step of a transport that is %s, with %j, is %s", (state, actions, action) => {
    const { shown, link } = aTransport(state, actions);
    expect(nextStep(shown, link, onSite())).toEqual({ is: "action", action });
  });

  it("the next steps of a transport on site are the missing checks, one after the other, and then loading", () => {
    const { shown, link } = aTransport("ARRIVED", ["LOAD", "POSTPONE"]);
    const withTodo = (completed: boolean) => ({
      ...shown,
      todos: { pickup: [todo("papers", "PICKUP", completed)], delivery: [] },
    });
    expect(nextStep(withTodo(false), link, onSite())).toMatchObject({ is: "todo", id: "papers" });
    expect(nextStep(withTodo(true), link, onSite())).toEqual({ is: "identity" });
    expect(nextStep(withTodo(true), link, onSite({ identity: false }))).toEqual({ is: "identity" });
    expect(nextStep(withTodo(true), link, onSite({ identity: true }))).toEqual({ is: "belongings" });
    const recorded = onSite({ identity: true, loaded: { is_confirmed: true } });
    expect(nextStep(withTodo(true), link, recorded)).toEqual({ is: "action", action: "LOAD" });
  });

  it("the next step before the handover asks for the belongings again", () => {
    const { shown, link } = aTransport("LOADED", ["DELIVER"], {
      arrived_at_destination_at: "2026-03-02T09:00:00.000Z",
    });
    expect(nextStep(shown, link, onSite({ loaded: { is_confirmed: true } }))).toEqual({ is: "belongings" });
    expect(nextStep(shown, link, onSite({ delivered: { is_confirmed: true } }))).toEqual({ is: "handover" });
  });

  const onTheRoad = aLink("arrived", { actions: ["TO_TOWING_DESTINATION", "FINISH"] });
  const aBreakdown = (target_address: object | null) => ({
    ...aCase("ROADSIDE", onTheRoad),
    rsa_data: { target_address },
  });

  it("the next step of a breakdown on site is the first corner without a photo, or with a refused one", () => {
    const step = (...taken: PhotoFacts[]) => nextStep(aBreakdown(null), onTheRoad, onSite({}, taken));
    expect(step()).toEqual({ is: "corner", corner: "FL" });
    expect(step(...photosOf("FL", "RR"))).toEqual({ is: "corner", corner: "FR" });
    const refused = aPhoto({ subject: "FL", status: "refused" });
    expect(step(refused, ...photosOf("FR", "RL", "RR"))).toEqual({ is: "corner", corner: "FL" });
    expect(step(...photosOf("RL", "other", "belongings"))).toEqual({ is: "corner", corner: "FL" });
  });

  it("the next step of a breakdown goes on without photos only with a reason", () => {
    const step = (photos_missing: string) => nextStep(aBreakdown(null), onTheRoad, onSite({ photos_missing }));
    expect(step(" ")).toEqual({ is: "corner", corner: "FL" });
    expect(step("Zu dunkel")).toEqual({ is: "drives" });
  });

  it("the next step of a breakdown with all photos asks whether it drives on, and follows the answer", () => {
    const answered = (target: object | null, draft: CaseDraft) =>
      nextStep(aBreakdown(target), onTheRoad, onSite(draft, photosOf(...corners)));
    const garage = { name: "Werkstatt", city: "Graz" };
    expect(answered(garage, {})).toEqual({ is: "drives" });
    expect(answered(garage, { drives: false })).toEqual({ is: "action", action: "TO_TOWING_DESTINATION" });
    expect(answered(null, { drives: false })).toEqual({ is: "destination" });
    expect(answered(garage, { drives: true })).toEqual({ is: "finish" });
    const cannotTow = { ...onTheRoad, actions: ["FINISH" as const] };
    expect(nextStep(aBreakdown(garage), cannotTow, onSite({}, photosOf(...corners)))).toEqual({ is: "finish" });
  });

  it("there is no next step when the crew may do nothing", () => {
    const { shown, link } = aTransport("DELIVERED", [], { bucket: "finished" });
    expect(nextStep(shown, link, onSite())).toBeUndefined();
  });
});
