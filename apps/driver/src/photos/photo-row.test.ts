import { describe, expect, it } from "vitest";
import { aPhoto } from "./photo.fixture.ts";
import { photoIdsToAnnounce, type BasePhotoMetadata, effectOfRetake } from "./photo-row.ts";

describe("photos that a step names", () => {
  it("an action names all photos of its case, including those named before, and no refused one", () => {
    const photos = [
      aPhoto({ status: "sent", announced_by: "before" }),
      aPhoto({ status: "refused" }),
      aPhoto({ status: "waiting" }),
    ];
    expect(photoIdsToAnnounce(photos)).toEqual([photos[0]?.id, photos[2]?.id]);
  });

  it("an action names only the newest forty photos of its case", () => {
    const photos = Array.from({ length: 45 }, () => aPhoto());
    expect(photoIdsToAnnounce(photos.toReversed())).toEqual(photos.slice(5).map(({ id }) => id));
  });
});

describe("a retaken photo", () => {
  it.each<[string, Partial<BasePhotoMetadata>, { keepsId: boolean; drops: boolean }]>([
    [
      "keeps its id when it was refused",
      { status: "refused", refusal: "PAYLOAD_TOO_LARGE" },
      { keepsId: true, drops: false },
    ],
    [
      "gets another id if the server has another picture with its id",
      { status: "refused", refusal: "IDEMPOTENCY_KEY_REUSED" },
      { keepsId: false, drops: true },
    ],
    ["replaces one that no step has named", { status: "waiting" }, { keepsId: false, drops: true }],
    ["replaces one whose vehicle check is not recorded yet", { status: "draft" }, { keepsId: false, drops: true }],
    [
      "is stored beside one that a step has named",
      { status: "waiting", announced_by: "step" },
      { keepsId: false, drops: false },
    ],
    ["is stored beside one that was sent", { status: "sent" }, { keepsId: false, drops: false }],
  ])("a retaken photo %s", (_what, before, retake) => {
    expect(effectOfRetake(aPhoto(before))).toEqual(retake);
  });
});
