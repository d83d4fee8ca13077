import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { type ApiSession, startApi } from "../../testing/start-api";

describe("export templates", () => {
  const api = startApi();
  const grants = ["exportTemplate", "exportCase", "exportTour", "createCase", "getCases"];
  const fill = async (caller: ApiSession, request: object) =>
    (await caller.exportTemplate({ format: "TXT", ...request } as Parameters<ApiSession["exportTemplate"]>[0])).text();

  it("an export template is filled with a case as the caller may see it, or with the sample data of the reference", async () => {
    const office = await api.signIn(...grants);
    const { id, natural_id } = await office.createCase(funeralCaseRequest());
    const content = "{{case.natural_id}} {{case.funeral_data.cargo_deceased.date_of_death}} {{company.name}}";
    const company = `Tenant ${office.session.tenant.short_code}`;
    expect(await fill(office, { content, case_id: id })).toBe(`${natural_id} 01.03.2026 ${company}`);
    expect(await fill(office, { content, case_id: id, language: "en" })).toContain("2026-03-01");
    expect(await fill(office, { content })).toBe(`C-2026-000123 01.03.2026 ${company}`);
    const pdf = await office.exportTemplate({
      content: `# Blatt\n${content}\n- eins\n---\n## Ende`,
      case_id: id,
      format: "PDF",
    });
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  it("an export template of tours is tried out with the sample data of the reference before it is stored", async () => {
    const office = await api.signIn(...grants);
    const content = "{{tour.natural_id}}";
    await expect(fill(office, { content })).rejects.toMatchObject({ code: "TEMPLATE_INVALID" });
    expect(await fill(office, { content, kind: "TOUR" })).toMatch(/^T-2026-\d+$/);
    expect(await fill(office, { content: "{{case.natural_id}}", kind: "CASE" })).toBe("C-2026-000123");
    const id = randomUUID();
    const stored = await office.putExportTemplate({ kind: "TOUR", name: "Tourblatt", content });
    for (const [request, fields] of [
      [{ content, kind: "CASE", tour_id: id }, "kind,tour_id"],
      [{ content, kind: "TOUR", case_id: id }, "kind,case_id"],
      [{ template_id: stored.id, kind: "CASE" }, "template_id,kind"],
    ] as const)
      await expect(fill(office, request)).rejects.toMatchObject({
        code: "FIELD_COMBINATION_INVALID",
        args: [{ key: "fields", value: fields }],
      });
    expect(await fill(office, { template_id: stored.id, kind: "TOUR" })).toMatch(/^T-2026-\d+$/);
  });

  it("an export template does not show restricted fields to callers who may only read cases", async () => {
    const office = await api.signIn(...grants, "updateCase");
    const draft = funeralCaseRequest();
    if (draft.funeral_data?.cargo_deceased) draft.funeral_data.cargo_deceased.infectious = true;
    const { id } = await office.createCase(draft);
    const content = "[{{case.funeral_data.cargo_deceased.infectious}}]";
    const reader = await api.bearer({ tenant: office.session.tenant, grants: ["exportTemplate", "exportCase"] });
    expect(await fill(office, { content, case_id: id })).toBe("[ja]");
    expect(await fill(reader, { content, case_id: id })).toBe("[]");
  });

  it("filling an export template with a case requires the grant to export cases", async () => {
    const office = await api.signIn(...grants);
    const { id } = await office.createCase(funeralCaseRequest());
    const writer = await api.bearer({ tenant: office.session.tenant, grants: ["exportTemplate"] });
    await expect(fill(writer, { content: "x", case_id: id })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    const stranger = await api.signIn(...grants);
    await expect(fill(stranger, { content: "x", case_id: id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("an export template is stored with a name, changed on its lock version, and used for cases", async () => {
    const office = await api.signIn(...grants);
    const sheet = { kind: "CASE" as const, name: "Bestätigung", content: "{{case.natural_id}}" };
    const made = await office.putExportTemplate(sheet);
    expect(await office.getExportTemplate({ id: made.id })).toEqual(made);
    await expect(office.putExportTemplate(sheet)).rejects.toMatchObject({ code: "RESOURCE_ALREADY_EXISTS" });
    const changed = await office.putExportTemplate({ ...sheet, content: "neu {{case.natural_id}}", lock_version: 0 });
    expect(changed).toMatchObject({ id: made.id, lock_version: 1 });
    await expect(office.putExportTemplate({ ...sheet, lock_version: 0 })).rejects.toMatchObject({
      code: "LOCK_VERSION_CONFLICT",
    });
    expect(await office.getExportTemplates()).toHaveLength(1);
    const { id, natural_id } = await office.createCase(funeralCaseRequest());
    expect(await fill(office, { template_id: made.id, case_id: id })).toBe(`neu ${natural_id}`);
    expect((await office.exportCase({ id, template_id: made.id })).status).toBe(200);
    await office.deleteExportTemplate({ id: made.id });
    await expect(office.exportCase({ id, template_id: made.id })).rejects.toMatchObject({
      code: "REFERENCE_NOT_FOUND",
    });
  });

  it("an invalid or too long export template is refused before anything is stored", async () => {
    const office = await api.signIn(...grants);
    const sheet = { kind: "CASE" as const, name: "Blatt" };
    const wrong = { ...sheet, content: "a\n{{constructor.constructor('x')()}}" };
    await expect(office.putExportTemplate(wrong)).rejects.toMatchObject({ status: 422, code: "TEMPLATE_INVALID" });
    await expect(fill(office, { content: wrong.content })).rejects.toMatchObject({ code: "TEMPLATE_INVALID" });
    await expect(fill(office, { content: "x".repeat(65_537) })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
    await expect(fill(office, { content: "x".repeat(10_000_000) })).rejects.toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
    expect(await office.getExportTemplates()).toEqual([]);
  });

  it.each([
    [{}, "FIELD_COMBINATION_INVALID"],
    [{ content: "x", template_id: randomUUID() }, "FIELD_COMBINATION_INVALID"],
    [{ content: "x", case_id: randomUUID(), tour_id: randomUUID() }, "FIELD_COMBINATION_INVALID"],
    [{ template_id: randomUUID() }, "REFERENCE_NOT_FOUND"],
    [{ content: "x", tour_id: randomUUID() }, "RESOURCE_NOT_FOUND"],
  ])("exportTemplate refuses %j with %s", async (request, code) => {
    const office = await api.signIn(...grants);
    await expect(fill(office, request)).rejects.toMatchObject({ code });
  });
});
