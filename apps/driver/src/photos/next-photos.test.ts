import { describe, expect, it } from "vitest";
import { ALL_PHOTOS, nextPhotoAt, nextPhotos, pausedAfter } from "./next-photos.ts";
import { aPhoto, aPhotoOfVehicle } from "./photo.fixture.ts";

const now = Date.parse("2026-03-02T09:00:00Z");
const paused = (...pauses: [string, number][]) => ({
  now,
  pausedUntil: new Map(pauses),
  unsentSteps: new Set<string>(),
});
const behind = (...unsent: string[]) => ({ now, pausedUntil: new Map<string, number>(), unsentSteps: new Set(unsent) });

describe("the next photo to send", () => {
  it("the next photo to send is the oldest that waits", () => {
    const [first, second] = [aPhoto(), aPhoto()];
    const others = [aPhoto({ status: "sent" }), aPhoto({ status: "refused" })];
    expect(nextPhotos([second, ...others, first], paused())).toEqual([first, second]);
  });

  it("a photo of a vehicle is not sent before its check has arrived, nor before a check names it", () => {
    const named = aPhotoOfVehicle({ announced_by: "check" });
    const draft = aPhotoOfVehicle({ status: "draft" });
    const ofCase = aPhoto({ announced_by: "check" });
    expect(nextPhotos([draft, named, ofCase], behind("check"))).toEqual([ofCase]);
    expect(nextPhotos([draft, named, ofCase], behind())).toEqual([named, ofCase]);
    const waits = { ...behind("check"), pausedUntil: new Map([[named.id, now + 5]]) };
    expect(nextPhotoAt([named], waits)).toBeUndefined();
  });

  it("another photo is sent while one pauses, and none while all do", () => {
    const [first, second] = [aPhoto(), aPhoto()];
    expect(nextPhotos([first, second], paused([first.id, now + 1]))).toEqual([second]);
    expect(nextPhotos([first, second], paused([ALL_PHOTOS, now + 1]))).toEqual([]);
    expect(nextPhotos([first, second], paused([ALL_PHOTOS, now]))).toEqual([first, second]);
  });

  it("the next photo is looked for again at the end of the first pause", () => {
    const [first, second] = [aPhoto(), aPhoto()];
    expect(nextPhotoAt([first, second], paused([first.id, now + 40], [second.id, now + 20]))).toBe(now + 20);
    expect(nextPhotoAt([first, second], paused([first.id, now + 40], [ALL_PHOTOS, now + 60]))).toBe(now + 60);
    expect(nextPhotoAt([aPhoto({ status: "refused" })], paused([ALL_PHOTOS, now + 60]))).toBeUndefined();
  });

  it.each([
    [429, ALL_PHOTOS],
    [503, ALL_PHOTOS],
    [500, "photo"],
    [0, "photo"],
  ])("after an answer %i the pause holds for %s", (status, who) => {
    expect(pausedAfter({ status }, "photo")).toBe(who);
  });
});
