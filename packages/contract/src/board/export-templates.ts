/** Templates for sheets of a company's own: text with placeholders for data of a case or a tour, and no logic. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  Enum,
  IdParams,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

const templateContent = FreeText(65_536, {
  description:
    "Text with `{{path}}`, `{{#if path}} … {{else}} … {{/if}}` and `{{#each path}} … {{this.path}} … {{/each}}`, at most five deep.",
});
const templateKind = Enum(["CASE", "TOUR"], { description: "What it is filled with." });
const templateName = SingleLineText(100);
const templateExample = {
  kind: "CASE",
  name: "Transportbestätigung",
  content: "# Fall {{case.natural_id}}\n{{case.display_name}}",
};
const storedTemplateFields = {
  id: "7e3d1a52-0c4b-4f6e-9a8d-2b1c0f9e8d70",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  lock_version: 0,
};

export const ExportTemplateSummary = ClosedObject(
  { ...versionedEntityFields, kind: templateKind, name: templateName },
  {
    $id: "ExportTemplateSummary",
    examples: [{ ...storedTemplateFields, kind: templateExample.kind, name: templateExample.name }],
  },
);
export const ExportTemplate = ClosedObject(
  { ...versionedEntityFields, kind: templateKind, name: templateName, content: templateContent },
  { $id: "ExportTemplate", examples: [{ ...storedTemplateFields, ...templateExample }] },
);
export const ExportTemplateWriteRequest = ClosedObject(
  { kind: templateKind, name: templateName, content: templateContent, lock_version: Type.Optional(LockVersion) },
  { $id: "ExportTemplateWriteRequest", examples: [templateExample] },
);
export type ExportTemplateInput = Static<typeof ExportTemplateWriteRequest>;

export const TemplateExportRequest = ClosedObject(
  {
    content: Type.Optional(templateContent),
    template_id: Type.Optional({ ...Uuid, description: "A stored one, instead of `content`." }),
    kind: Type.Optional(
      Enum(["CASE", "TOUR"], {
        description:
          "What `content` is written for. Left out: `TOUR` with `tour_id`, else `CASE`. A stored template has a kind of its own.",
      }),
    ),
    case_id: Type.Optional({ ...Uuid, description: "Fills it with this case; needs the grant `exportCase`." }),
    tour_id: Type.Optional({ ...Uuid, description: "Fills it with this tour; needs the grant `exportTour`." }),
    format: Enum(["PDF", "TXT"]),
    language: Type.Optional(Enum(["de", "en"], { description: "Left out: the tenant's." })),
  },
  { $id: "TemplateExportRequest", examples: [{ content: templateExample.content, format: "PDF" }] },
);
export type TemplateExportRequest = Static<typeof TemplateExportRequest>;

const templatePathsDescription =
  "Paths are those of the contract and nothing else: `case` is a `Case`, `history` its state history, `tour` a `Tour`; besides " +
  "`company.name`, `document.made_at` and `document.made_by`. One that there is not, a block that is not closed, or more than " +
  "five of them within each other, is `TEMPLATE_INVALID` with its line.";

export const exportTemplateOperations = defineOperations("export", {
  exportTemplate: {
    on: "POST /export/template",
    summary: "Fill a template",
    description:
      "Answers the template with a case or a tour in its places, as this caller may see them; without either with the examples of the " +
      `reference, to try it out; for a tour with \`kind: TOUR\`. ${templatePathsDescription} In a PDF lines that begin with \`# \` and \`## \` are headings, \`- \` entries of a list, and ` +
      "`---` is a line across. A text that outgrows 1,000,000 characters is `LIMIT_EXCEEDED`.",
    kinds: ["USER", "SERVICE"],
    safe: true,
    body: TemplateExportRequest,
    answerType: "binary",
    limit: "export",
    errors: [
      "TEMPLATE_INVALID",
      "FIELD_COMBINATION_INVALID",
      "REFERENCE_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "LIMIT_EXCEEDED",
    ],
  },
  getExportTemplates: {
    on: "GET /export/templates",
    summary: "List export templates",
    description: "By kind and name, without their content; a tenant has 200 at most.",
    grant: "exportTemplate",
    kinds: ["USER", "SERVICE"],
    answer: Type.Array(ExportTemplateSummary),
  },
  getExportTemplate: {
    on: "GET /export/templates/{id}",
    summary: "Get an export template",
    grant: "exportTemplate",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    answer: ExportTemplate,
  },
  putExportTemplate: {
    on: "PUT /export/templates",
    changes: "TENANT",
    summary: "Store an export template",
    description:
      "Makes the template of that kind and name, or with `lock_version` replaces its content. Without `lock_version` a name that is " +
      `taken is \`RESOURCE_ALREADY_EXISTS\`. ${templatePathsDescription}`,
    grant: "exportTemplate",
    kinds: ["USER", "SERVICE"],
    body: ExportTemplateWriteRequest,
    answer: ExportTemplate,
    errors: ["TEMPLATE_INVALID", "RESOURCE_ALREADY_EXISTS", "RESOURCE_NOT_FOUND", "LIMIT_EXCEEDED"],
  },
  deleteExportTemplate: {
    on: "DELETE /export/templates/{id}",
    changes: "TENANT",
    summary: "Delete an export template",
    description: "Exports that name it are refused from then on.",
    grant: "exportTemplate",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 204,
  },
});
