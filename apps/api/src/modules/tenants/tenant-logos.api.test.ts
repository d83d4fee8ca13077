import { createHash } from "node:crypto";
import { Transformer } from "@napi-rs/image";
import { describe, expect, it } from "vitest";
import { deleteExpiredRows } from "#platform/database/retention";
import { sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "../../testing/start-api";
import { logoRetention } from "./index";

const grants = ["getTenants", "updateTenant"];
const svgDocument = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">${inside}</svg>`;
const coloredSvg = (color: string) => svgDocument(`<rect width="30" height="10" fill="${color}"/>`);
const logoFileOf = (content: string | Uint8Array) => new File([content as BlobPart], "sign");

/** Header of a picture of 25.5 megapixels, without any pixels. */
function createHugePngHeader() {
  const header = Buffer.alloc(33);
  header.write("89504e470d0a1a0a0000000d", "hex");
  header.write("IHDR", 12, "latin1");
  header.writeUInt32BE(5_100, 16);
  header.writeUInt32BE(5_000, 20);
  header.writeUInt8(8, 24);
  header.writeUInt8(6, 25);
  return header;
}

/** Drawing in which each element uses the one before ten times, nine times over: a thousand million shapes. */
const createExponentialSvg = () =>
  svgDocument(
    Array.from("bcdefghij")
      .map((id, place) => `<g id="${id}">${`<use href="#${"abcdefghi"[place]}"/>`.repeat(10)}</g>`)
      .join("") + '<rect id="a" width="1" height="1"/>',
  );
const createDeeplyNestedSvg = () => svgDocument("<g>".repeat(250_000) + "</g>".repeat(250_000));

describe("logos of a tenant", () => {
  const api = startApi();
  const idOf = ({ session }: ApiSession) => session.tenant.id;
  const logosOf = async (admin: ApiSession, kind = "LOGO") =>
    ((await admin.getTenant({ id: idOf(admin) })).frontend.logos ?? []).filter((logo) => logo.kind === kind);
  const fetchLogo = async (url: string, headers = {}) => {
    const answer = await fetch(`${api.url}${url}`, { headers });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it("a tenant's logos are drawn in every size, publicly readable, and never change at the same address", async () => {
    const admin = await api.signIn(...grants);
    const tenant = await admin.updateTenantLogos({
      id: idOf(admin),
      kind: "LOGO",
      file: logoFileOf(coloredSvg("#1d3b53")),
    });
    expect(tenant.lock_version).toBe(1);
    expect(tenant.frontend.logos).toMatchObject([
      { kind: "LOGO", height: 64, width: 192 },
      { kind: "LOGO", height: 128, width: 384 },
      { kind: "LOGO", height: 256, width: 768 },
    ]);
    for (const { url, width, height } of tenant.frontend.logos ?? []) {
      const { answer, bytes } = await fetchLogo(url);
      expect(await new Transformer(bytes).metadata()).toMatchObject({ width, height, format: "png" });
      expect(url).toBe(`/logos/${createHash("sha256").update(bytes).digest("hex")}.png`);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const etag = answer.headers.get("etag") ?? "";
      expect((await fetchLogo(url, { "if-none-match": etag })).answer.status).toBe(304);
    }
    const { short_code } = admin.session.tenant;
    expect((await api.anonymous().getTenantConfig({ short_code })).frontend.logos).toHaveLength(3);
    for (const path of [`/logos/${"0".repeat(64)}.png`, "/logos/x.png", "/logos/..%2f..%2fetc%2fpasswd"])
      expect([path, (await fetchLogo(path)).answer.status]).toEqual([path, 404]);
  });

  it("a tenant's logos stay when its frontend settings change, and logos in that request are ignored", async () => {
    const admin = await api.signIn(...grants);
    const id = idOf(admin);
    const { frontend, lock_version } = await admin.updateTenantLogos({
      id,
      kind: "PRINT",
      file: logoFileOf(coloredSvg("red")),
    });
    const logos = [{ kind: "LOGO" as const, height: 1, width: 1, url: "/evil.png" }];
    const changed = await admin.patchTenant({ id, lock_version, frontend: { ...frontend, page_title: "New", logos } });
    expect(changed.frontend).toMatchObject({ page_title: "New", logos: frontend.logos });
  });

  it("a new logo replaces the old one, whose address works for another 30 days", async () => {
    const admin = await api.signIn(...grants);
    const id = idOf(admin);
    const upload = (color: string) =>
      admin.updateTenantLogos({ id, kind: "LOGO", file: logoFileOf(coloredSvg(color)) });
    await upload("#112233");
    const [old] = await logosOf(admin);
    await upload("#445566");
    const now = await logosOf(admin);
    expect(now).toHaveLength(3);
    expect(now.map(({ url }) => url)).not.toContain(old?.url);
    const statusAfter = async (days: number) => {
      await deleteExpiredRows(api.db, new Date(api.clock.now().getTime() + days * 86_400_000), logoRetention);
      return (await fetchLogo(old?.url ?? "")).answer.status;
    };
    expect([await statusAfter(29), await statusAfter(31)]).toEqual([200, 404]);
    expect(await logosOf(admin)).toHaveLength(3);
    await upload("#112233");
    expect((await logosOf(admin))[0]).toEqual(old);
  });

  it("the favicon of a tenant is a square with the logo in its middle", async () => {
    const admin = await api.signIn(...grants);
    const png = await Transformer.fromSvg(coloredSvg("#ff0000")).png();
    for (const content of [coloredSvg("#ff0000"), png]) {
      await admin.updateTenantLogos({ id: idOf(admin), kind: "FAVICON", file: logoFileOf(content) });
      const logos = await logosOf(admin, "FAVICON");
      expect(logos.map(({ width, height }) => [width, height])).toEqual([
        [32, 32],
        [180, 180],
        [512, 512],
      ]);
      const { bytes } = await fetchLogo(logos[1]?.url ?? "");
      const pixels = await new Transformer(bytes).rawPixels();
      const at = (x: number, y: number) => [...pixels.subarray((y * 180 + x) * 4, (y * 180 + x) * 4 + 4)];
      expect([at(90, 90), at(90, 5)[3]]).toEqual([[255, 0, 0, 255], 0]);
    }
  });

  it("changing a logo requires the grant to change the tenant, and its current lock version", async () => {
    const admin = await api.signIn(...grants);
    const file = () => logoFileOf(coloredSvg("blue"));
    const stale = admin.updateTenantLogos({ id: idOf(admin), kind: "LOGO", lock_version: "7", file: file() });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    const stranger = await api.signIn(...grants);
    const foreign = stranger.updateTenantLogos({ id: idOf(admin), kind: "LOGO", file: file() });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    expect(await logosOf(admin)).toEqual([]);
    const platform = await api.bearer({ tenantType: "PLATFORM", grants });
    await platform.updateTenantLogos({ id: idOf(admin), kind: "LOGO", lock_version: "0", file: file() });
    expect(await logosOf(admin)).toHaveLength(3);
  });

  it.each([
    ["a text", () => "hello", 415, "FILE_TYPE_NOT_ALLOWED"],
    ["a PDF", () => "%PDF-1.7\n", 415, "FILE_TYPE_NOT_ALLOWED"],
    ["an SVG that reads files", () => coloredSvg('"/><image href="/etc/passwd'), 422, "FILE_CONTENT_INVALID"],
    ["half an SVG", () => "<svg viewBox='0 0 1 1'", 422, "FILE_CONTENT_INVALID"],
    ["shapes that multiply", createExponentialSvg, 422, "FILE_CONTENT_INVALID"],
    ["shapes within shapes without end", createDeeplyNestedSvg, 422, "FILE_CONTENT_INVALID"],
    ["more than 25 megapixels", createHugePngHeader, 422, "FILE_CONTENT_INVALID"],
    ["more than 2 MB", () => Buffer.alloc(2_200_000, 32), 413, "PAYLOAD_TOO_LARGE"],
  ])(
    "a logo of %s is refused, and nothing of it is stored",
    async (...[, content, status, code]: [string, () => string | Uint8Array, number, string]) => {
      const admin = await api.signIn(...grants);
      const refused = admin.updateTenantLogos({ id: idOf(admin), kind: "LOGO", file: logoFileOf(content()) });
      await expect(refused).rejects.toMatchObject({ status, code });
      expect(await logosOf(admin)).toEqual([]);
      const { count } = await api.db.system.one<{ count: number }>(
        sql`select count(*)::int as count from tenant_logos where tenant_id = ${idOf(admin)}`,
      );
      expect(count).toBe(0);
    },
  );
});
