import { describe, expect, it } from "vitest";
import { ALL_PHOTOS_PAUSE_KEY, nextPhotoTime, photosReadyToSend, photoPauseKeyAfterFailure } from "./next-photos.ts";
import { aPhoto, aPhotoOfVehicle } from "./photo.fixture.ts";

const now = Date.parse("2026-03-02T09:00:00Z");
const optionsWithPauses = (...pauses: [string, number][]) => ({
  now,
  pausedUntil: new Map(pauses),
  unsentSteps: new Set<string>(),
});
const optionsWithUnsentSteps = (...unsent: string[]) => ({
  now,
  pausedUntil: new Map<string, number>(),
  unsentSteps: new Set(unsent),
});

describe("the next photo to send", () => {
  it("waiting photos are sent the oldest first", () => {
    const [first, second] = [aPhoto(), aPhoto()];
    const others = [aPhoto({ status: "sent" }), aPhoto({ status: "refused" })];
    expect(photosReadyToSend([second, ...others, first], optionsWithPauses())).toEqual([first, second]);
  });

  it("a photo of a vehicle is sent only after a vehicle check that names it has arrived", () => {
    const named = aPhotoOfVehicle({ announced_by: "check" });
    const draft = aPhotoOfVehicle({ status: "draft" });
    const ofCase = aPhoto({ announced_by: "check" });
    expect(photosReadyToSend([draft, named, ofCase], optionsWithUnsentSteps("check"))).toEqual([ofCase]);
    expect(photosReadyToSend([draft, named, ofCase], optionsWithUnsentSteps())).toEqual([named, ofCase]);
    const waits = { ...optionsWithUnsentSteps("check"), pausedUntil: new Map([[named.id, now + 5]]) };
    expect(nextPhotoTime([named], waits)).toBeUndefined();
  });

  it("other photos are sent while one photo is paused, and none while all are paused", () => {
    const [first, second] = [aPhoto(), aPhoto()];
    expect(photosReadyToSend([first, second], optionsWithPauses([first.id, now + 1]))).toEqual([second]);
    expect(photosReadyToSend([first, second], optionsWithPauses([ALL_PHOTOS_PAUSE_KEY, now + 1]))).toEqual([]);
    expect(photosReadyToSend([first, second], optionsWithPauses([ALL_PHOTOS_PAUSE_KEY, now]))).toEqual([first, second]);
  });

  it("the phone tries to send photos again at the end of the first pause", () => {
    const [first, second] = [aPhoto(), aPhoto()];
    expect(nextPhotoTime([first, second], optionsWithPauses([first.id, now + 40], [second.id, now + 20]))).toBe(
      now + 20,
    );
    expect(
      nextPhotoTime([first, second], optionsWithPauses([first.id, now + 40], [ALL_PHOTOS_PAUSE_KEY, now + 60])),
    ).toBe(now + 60);
    expect(
      nextPhotoTime([aPhoto({ status: "refused" })], optionsWithPauses([ALL_PHOTOS_PAUSE_KEY, now + 60])),
    ).toBeUndefined();
  });

  it.each([
    ["all photos wait", 429, ALL_PHOTOS_PAUSE_KEY],
    ["all photos wait", 503, ALL_PHOTOS_PAUSE_KEY],
    ["only that photo waits", 500, "photo"],
    ["only that photo waits", 0, "photo"],
  ])("%s after the upload of a photo was answered with status %i", (_, status, pauseKey) => {
    expect(photoPauseKeyAfterFailure({ status }, "photo")).toBe(pauseKey);
  });
});
