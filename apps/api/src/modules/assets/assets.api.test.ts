import { randomUUID } from "node:crypto";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Transformer } from "@napi-rs/image";
import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { Database, type Tx } from "#platform/database/database";
import { claimDataDirForDatabase } from "#platform/database/data-dir-claim";
import { funeralCaseRequest } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";
import { deleteOrphanedFiles } from "./assets.service";

const grants = ["createCase", "getCases", "uploadCaseAssets", "getAssets", "deleteAsset"];
const redPicture = () => Transformer.fromRgbaPixels(new Uint8Array(64 * 48 * 4).fill(200), 64, 48);
const fileOf = (bytes: Uint8Array | string, name = "foto.jpg") => new File([bytes as BlobPart], name);
const pdfText = (body = "1 0 obj<</Type/Catalog>>endobj") => `%PDF-1.7\n${body}\nxref\nstartxref\n9\n%%EOF\n`;

/** Database that commits the next transaction of the tenant and loses the answer. */
class AnswerLosingDatabase extends Database {
  loss: { readonly tenantId: string; readonly error: Error } | undefined;

  override async transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await super.transaction(tenantId, work);
    const { loss } = this;
    if (loss?.tenantId !== tenantId) return result;
    this.loss = undefined;
    throw loss.error;
  }
}

describe("files of cases", () => {
  let db: AnswerLosingDatabase;
  const api = startApi({ open: (options) => (db = new AnswerLosingDatabase(options)) });

  async function withCase() {
    const dispatcher = await api.signIn(...grants);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    return { dispatcher, id };
  }
  const rawUpload = (
    session: ApiSession,
    id: string,
    { body, ...headers }: { body: BodyInit; "content-type"?: string },
  ) =>
    fetch(`${api.url}/api/v1/cases/${id}/assets`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${session.session.token}`, ...headers },
    });
  const codeOf = async (answer: Response) => ({
    status: answer.status,
    code: ((await answer.json()) as { code: string }).code,
  });

  it("an uploaded photo is stored upright, loses its metadata, and is downloaded as an attachment", async () => {
    const { dispatcher, id } = await withCase();
    const photo = Buffer.concat([await redPicture().jpeg(90), Buffer.from("<script>alert(1)</script>")]);
    const asset = await dispatcher.uploadCaseAssets({ id, file: fileOf(photo, "../../etc/x\u202Egnp.exe") });
    expect(asset).toMatchObject({
      kind: "IMAGE",
      mime_type: "image/jpeg",
      width: 64,
      height: 48,
      file_name: "xgnp.exe.jpg",
    });
    const answer = await dispatcher.getAsset({ id: asset.id });
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="xgnp.exe.jpg"/);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toHaveLength(asset.size_bytes);
    expect(bytes.includes("<script>")).toBe(false);
    expect((await dispatcher.getCase({ id })).assets?.images).toEqual([asset]);
  });

  it("an upload keeps its file name as a browser encodes it in a form, with the extension of its real type", async () => {
    const { dispatcher, id } = await withCase();
    const asset = await dispatcher.uploadCaseAssets({
      id,
      file: fileOf(await redPicture().jpeg(), 'Sarg "Eiche" 100%.HEIC'),
    });
    expect(asset.file_name).toBe('Sarg "Eiche" 100%.jpg');
  });

  it("an uploaded PDF is stored as a document, and one with active content is refused", async () => {
    const { dispatcher, id } = await withCase();
    expect(await dispatcher.uploadCaseAssets({ id, file: fileOf(pdfText(), "schein.pdf") })).toMatchObject({
      kind: "DOCUMENT",
    });
    for (const body of ["<</S/JavaScript/JS(app.alert(1))>>", "<</S/J#61vaScript>>", "<</EmbeddedFiles 3 0 R>>"]) {
      const active = dispatcher.uploadCaseAssets({ id, file: fileOf(pdfText(body), "schein.pdf") });
      await expect(active).rejects.toMatchObject({ status: 422, code: "FILE_CONTENT_INVALID" });
    }
  });

  it.each([
    ["an SVG with a script", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
    ["HTML that calls itself a PNG", "<!doctype html><script>alert(1)</script>"],
    ["a GIF that is a script as well", "GIF89a/*\u0001*/=1;alert(1)"],
    ["a zip", "PK\u0003\u0004"],
  ])("an upload refuses %s", async (_what, content) => {
    const { dispatcher, id } = await withCase();
    const upload = dispatcher.uploadCaseAssets({ id, file: fileOf(content, "bild.png") });
    await expect(upload).rejects.toMatchObject({ status: 415, code: "FILE_TYPE_NOT_ALLOWED" });
  });

  it("an upload of a HEIC photo is refused with its type and advice on how to send a JPEG instead", async () => {
    const { dispatcher, id } = await withCase();
    const upload = dispatcher.uploadCaseAssets({ id, file: fileOf("\0\0\0\u0018ftypheic\0\0\0\0", "IMG_0001.HEIC") });
    const refusal = (await upload.catch((error: ApiProblem) => error)) as ApiProblem;
    expect(refusal).toMatchObject({ status: 415, code: "FILE_TYPE_NOT_ALLOWED" });
    expect(refusal.arg("detected")).toBe("image/heic");
    expect(refusal.message).toContain("Most Compatible");
  });

  it("an upload refuses empty and damaged files, and pictures that would fill the memory", async () => {
    const { dispatcher, id } = await withCase();
    const png = Buffer.from(await redPicture().png());
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    for (const [bytes, reason] of [
      [new Uint8Array(0), "EMPTY"],
      [png.subarray(0, 60), "DAMAGED"],
      [(await redPicture().jpeg(90)).subarray(0, -20), "DAMAGED"],
      [bomb, "TOO_MANY_PIXELS"],
    ] as const) {
      const upload = dispatcher.uploadCaseAssets({ id, file: fileOf(bytes) });
      await expect(upload).rejects.toMatchObject({ status: 422, code: "FILE_CONTENT_INVALID" });
      expect(await upload.catch((refusal: ApiProblem) => refusal.arg("reason"))).toBe(reason);
    }
  });

  it("an upload refuses a form that is too large, and a body that is not a form", async () => {
    const { dispatcher, id } = await withCase();
    const form = (count: number, name = "file") => {
      const parts = new FormData();
      for (let index = 0; index < count; index++) parts.append(name, fileOf("x"));
      return parts;
    };
    const large = new FormData();
    large.append("file", fileOf(new Uint8Array(26 * 1_048_576)));
    const invalid = { status: 400, code: "VALIDATION_FAILED" };
    expect(await codeOf(await rawUpload(dispatcher, id, { body: form(2) }))).toEqual(invalid);
    expect(await codeOf(await rawUpload(dispatcher, id, { body: form(1001) }))).toEqual(invalid);
    expect(await codeOf(await rawUpload(dispatcher, id, { body: form(0) }))).toEqual(invalid);
    expect(await codeOf(await rawUpload(dispatcher, id, { body: "x", "content-type": "multipart/form-data" }))).toEqual(
      invalid,
    );
    expect(
      await codeOf(await rawUpload(dispatcher, id, { body: "{}", "content-type": "application/json" })),
    ).toMatchObject({
      status: 415,
    });
    expect(await codeOf(await rawUpload(dispatcher, id, { body: form(1, "upload") }))).toMatchObject({
      code: "REQUEST_UNKNOWN_FIELD",
    });
    expect(await codeOf(await rawUpload(dispatcher, id, { body: large }))).toEqual({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  it("a file is hidden from callers who cannot see its case", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    const stranger = await api.signIn(...grants);
    const { id: caseId } = await northern.createCase(funeralCaseRequest());
    const { id } = await northern.uploadCaseAssets({ id: caseId, file: fileOf(await redPicture().jpeg()) });
    for (const other of [southern, stranger]) {
      await expect(other.getAsset({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
      await expect(other.deleteAsset({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
      const intrusion = other.uploadCaseAssets({ id: caseId, file: fileOf(await redPicture().jpeg()) });
      await expect(intrusion).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    }
    expect((await northern.getAsset({ id })).status).toBe(200);
  });

  it.each([
    ["the connection ends", new Error("Connection terminated unexpectedly")],
    ["the server stops", Object.assign(new Error("terminating connection"), { code: "57P01" })],
  ])("a photo can be read when %s after its commit, and the phone sends it again", async (_what, error) => {
    const { dispatcher, id } = await withCase();
    const photo = { id, client_id: randomUUID(), file: fileOf(await redPicture().jpeg()) };
    db.loss = { tenantId: dispatcher.session.tenant.id, error };
    await expect(dispatcher.uploadCaseAssets(photo)).rejects.toMatchObject({ status: 503 });
    const again = await dispatcher.uploadCaseAssets(photo);
    expect((await dispatcher.getAsset({ id: again.id })).status).toBe(200);
    expect((await dispatcher.getCase({ id })).assets?.images).toEqual([again]);
  });

  it("a photo that is refused when it is to be stored leaves no file", async () => {
    const { dispatcher, id } = await withCase();
    const client_id = randomUUID();
    const upload = async (file: Uint8Array) => dispatcher.uploadCaseAssets({ id, client_id, file: fileOf(file) });
    await upload(await redPicture().jpeg());
    await expect(upload(await redPicture().png())).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(readdirSync(join(api.dataDir, "assets", dispatcher.session.tenant.id))).toHaveLength(1);
  });

  it("the next cleanup removes the content of a deleted file, and keeps that of files in use", async () => {
    const { dispatcher, id } = await withCase();
    const kept = await dispatcher.uploadCaseAssets({ id, file: fileOf(await redPicture().jpeg()) });
    const gone = await dispatcher.uploadCaseAssets({ id, file: fileOf(await redPicture().jpeg()) });
    await dispatcher.deleteAsset({ id: gone.id });
    await claimDataDirForDatabase(api.dataDir, api.db.system);
    const root = join(api.dataDir, "assets");
    const folder = join(root, dispatcher.session.tenant.id);
    const parts = { db: api.db, dataDir: api.dataDir, clock: api.clock };
    expect(await deleteOrphanedFiles(parts)).toBe(0);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), new Date(0), new Date(0));
    expect(await deleteOrphanedFiles(parts)).toBe(1);
    expect((await dispatcher.getAsset({ id: kept.id })).status).toBe(200);
    await expect(dispatcher.getAsset({ id: gone.id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("files of roadside cases can be uploaded before there is a case, but only in tenants for roadside assistance", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const driver = await api.bearer({ tenant, kind: "DEVICE", grants });
    const other = await api.bearer({ tenant, kind: "DEVICE", grants });
    const asset = await driver.uploadRsaFile({ file: fileOf(await redPicture().webp()) });
    expect(asset).toMatchObject({ case_id: null, mime_type: "image/webp" });
    expect((await driver.getAsset({ id: asset.id })).status).toBe(200);
    await expect(other.getAsset({ id: asset.id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const funeral = await api.signIn("uploadCaseAssets");
    const refused = funeral.uploadRsaFile({ file: fileOf(await redPicture().webp()) });
    await expect(refused).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
  });
});
