import { describe, expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "#outbox/row.fixture.ts";
import { vehicleCorners } from "#photos/photo-row.ts";
import { aPhoto } from "#photos/photo.fixture.ts";
import type { CaseDraft } from "#work/drafts.ts";
import {
  findingsPayload,
  handoverBelongingsPayload,
  payloadOfLoadAction,
  onSiteActionPayload,
  missingPhotosReasonPayload,
} from "./on-site.ts";

const causeWords = {
  battery: "Batterie",
  starter: "Starter",
  engine: "Motor",
  tyres: "Reifen",
  accident: "Unfall",
  other: "Anderes",
};
const causeWordOf = (cause: keyof typeof causeWords) => causeWords[cause];
const recordedBelongings = {
  watch: "UNKNOWN",
  money: "UNKNOWN",
  jewelery: "UNKNOWN",
  ring: "STAYS",
  necklace: "UNKNOWN",
} as const;

describe("the payload of LOAD", () => {
  it("the payload of LOAD confirms that the name was read aloud, or contains the scanned code", () => {
    const loaded = { ...recordedBelongings, is_confirmed: true };
    expect(payloadOfLoadAction({ draft: { identity: true, loaded }, photos: [] })).toEqual({
      identity_confirmed: true,
      identity: { method: "READ_BACK" },
      belongings: recordedBelongings,
    });
    const scanned = payloadOfLoadAction({ draft: { identity: true, code: " F-17 ", loaded }, photos: [] });
    expect(scanned.identity).toEqual({ method: "CODE", code: "F-17" });
  });

  it("the payload of LOAD only confirms identity and belongings that were recorded on the case before", () => {
    const told = payloadOfLoadAction({ draft: { loaded: recordedBelongings }, photos: [] });
    expect(told).toEqual({ identity_confirmed: true, belongings_confirmed: true });
  });

  it("the payload of LOAD has the reason for missing photos of belongings that stay, in a field of its own", () => {
    const told = (loaded: CaseDraft["loaded"], photos = [] as readonly ReturnType<typeof aPhoto>[]) =>
      payloadOfLoadAction({
        draft: { loaded: { ...loaded, is_confirmed: true }, photos_missing: " Zu dunkel " },
        photos,
      });
    const described = { ...recordedBelongings, description: "Gravur 1962" };
    expect(told(described)).toMatchObject({ belongings: described, photos_missing_reason: "Zu dunkel" });
    expect(told(described, [aPhoto({ subject: "belongings" })])).not.toHaveProperty("photos_missing_reason");
    expect(told({ ...recordedBelongings, ring: "UNKNOWN" })).not.toHaveProperty("photos_missing_reason");
  });
});

describe("the payload of DELIVER", () => {
  const shown = aCaseWithLink("FUNERAL", aTourCaseLink("LOADED"));
  const told = (delivered: CaseDraft["delivered"]) =>
    handoverBelongingsPayload(shown, { loaded: { ...recordedBelongings, is_confirmed: true }, delivered });

  it("the payload of DELIVER has all five kinds of belongings, and a note only if they differ from those at loading", () => {
    expect(told({ ...recordedBelongings, note: "vergessen", is_confirmed: true })).toEqual({
      belongings: recordedBelongings,
    });
    const other = { ...recordedBelongings, ring: "RELOCATED" as const, location: "Tochter" };
    expect(told({ ...other, note: " am Ziel übergeben ", is_confirmed: true })).toEqual({
      belongings: other,
      belongings_note: "am Ziel übergeben",
    });
  });
});

describe("the payload of a breakdown", () => {
  const draft: CaseDraft = {
    cause: "accident",
    drives: false,
    has_key: true,
    fields: { mileage: "142 300 km", finding: " Achse  gebrochen " },
  };

  it("the payload of an action on a breakdown has the findings of the crew", () => {
    expect(findingsPayload(draft, causeWordOf)).toEqual({
      findings: {
        damage: { cause: "Unfall", accident: true, driveable: false },
        vehicle_data: { mileage_km: 142_300 },
        vehicle_detail: { key_available: true },
        notes: "Achse gebrochen",
      },
    });
    expect(findingsPayload({}, causeWordOf)).toEqual({});
  });

  it("the payload of an action on a breakdown leaves out a note that was sent before", () => {
    expect(findingsPayload({ ...draft, told: "Achse gebrochen" }, causeWordOf).findings).not.toHaveProperty("notes");
    expect(findingsPayload({ ...draft, told: "Achse krumm" }, causeWordOf).findings).toHaveProperty("notes");
  });

  it("the payload of an action on a breakdown has a reason for missing photos only if some are missing", () => {
    const onSite = (photos_missing: string, taken: readonly (typeof vehicleCorners)[number][]) => ({
      draft: { photos_missing },
      photos: taken.map((subject) => aPhoto({ subject })),
    });
    const reason = { photos_missing_reason: "Zu dunkel" };
    expect(missingPhotosReasonPayload(onSite(" Zu dunkel", ["FL"]), vehicleCorners)).toEqual(reason);
    expect(missingPhotosReasonPayload(onSite("Zu dunkel", vehicleCorners), vehicleCorners)).toEqual({});
    expect(missingPhotosReasonPayload(onSite("", []), vehicleCorners)).toEqual({});
    expect(onSiteActionPayload("TO_TOWING_DESTINATION", onSite("Zu dunkel", []), causeWordOf)).toEqual(reason);
    expect(onSiteActionPayload("ARRIVE", onSite("Zu dunkel", []), causeWordOf)).toBeUndefined();
  });
});
