import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { findPhotoFaults } from "./driver/scenes/failing-photos";
import { assertMutantsApply } from "./driver/planted-page";

const mutants = assertMutantsApply({
  "a new id for each try": {
    file: "send-photos.ts",
    from: "client_id: photo.id",
    to: "client_id: crypto.randomUUID()",
  },
  "a photo that counts as sent before its answer": {
    file: "send-photos.ts",
    from: "await this.upload(photo, { file, offset })",
    to: "await this.keep(photo); await this.upload(photo, { file, offset })",
  },
  "a refused photo that is thrown away": {
    file: "send-photos.ts",
    from: 'await this.options.db.photos.update(id, { status: "refused", refusal });',
    to: "await this.options.db.photos.delete(id);",
  },
  "a refused photo without its picture": {
    file: "send-photos.ts",
    from: 'await this.options.db.photos.update(id, { status: "refused", refusal });',
    to: 'await this.options.db.photos.update(id, { status: "refused", refusal }); await this.options.db.pictures.delete(id);',
  },
  "all photos at once": { file: "send-photos.ts", from: "PHOTOS_AT_ONCE = 2", to: "PHOTOS_AT_ONCE = 9" },
  "a photo without its picture": { file: "write-photo.ts", from: "await db.pictures.put({ id, content });", to: "" },
});

describe.skipIf(!hasChromium)("photos on a network that fails, also of a faulty app (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it.each([2, 3, 4])(
    "the phone uploads each photo once on a failing network, two at a time, wherever requests are cut off (seed %i)",
    async (seed) => {
      expect(await findPhotoFaults(product, { seed })).toEqual([]);
    },
  );

  it.each(Object.entries(mutants))(
    "the test of photos on a failing network fails for a driver app with %s",
    async (_name, mutant) => {
      let faults: string[] = [];
      for (let seed = 1; seed <= 3 && faults.length === 0; seed++)
        faults = await findPhotoFaults(product, { seed, mutant });
      expect(faults).not.toEqual([]);
    },
  );
});
