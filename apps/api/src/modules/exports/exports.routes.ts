import { Readable } from "node:stream";
import { exportOperations } from "@leitstand/contract/board/exports";
import { exportTemplateOperations } from "@leitstand/contract/board/export-templates";
import { attachmentHeaders } from "#platform/http/attachment";
import { implement, raw, type RawCall, type Services } from "#platform/http/handler";
import { problem } from "#platform/problem";
import type { PdfPress } from "#modules/documents/index";
import { caseToPrint, getTourFile } from "./case-export.service";
import { csvOf, csvStyleOf } from "./csv";
import type { Table } from "./table";
import {
  fillForCase,
  fillRequested,
  getTemplate,
  listTemplates,
  putTemplate,
  removeTemplate,
  templateDocument,
} from "./templates.service";
import { exportTime } from "./time-export.service";
import { tourDocument, tourTable } from "./tour-document.service";
import { xlsxOf } from "./xlsx.service";

export const createExportRoutes = ({ db }: Services, press: PdfPress) =>
  implement(exportOperations, {
    exportCase: raw(async (call) => {
      const { body, params, principal } = call;
      const tx = db.read(principal.tenant_id, "long");
      const { template_id, language, include } = body;
      if (template_id !== undefined && include !== undefined)
        throw problem("FIELD_COMBINATION_INVALID", { fields: "template_id,include" });
      const document =
        template_id === undefined
          ? await caseToPrint(tx, call, { ...body, id: params.id })
          : templateDocument(await fillForCase(tx, call, { id: params.id, template_id, language }));
      return send(call, { name: document.title, type: "PDF", bytes: await press.print(document) });
    }),
    exportTour: raw(async (call) => {
      const { body, params, principal } = call;
      const { writing, file } = await getTourFile(db.read(principal.tenant_id, "long"), call, {
        ...body,
        id: params.id,
      });
      const document = tourDocument(writing, file);
      return body.format === "PDF"
        ? send(call, { name: document.title, type: "PDF", bytes: await press.print(document) })
        : sendTable(call, {
            name: document.title,
            format: body.format,
            table: tourTable(writing, file),
            language: writing.language,
          });
    }),
    exportTime: raw(async (call) => {
      const { body, principal } = call;
      const { letterhead, table } = await exportTime(db.read(principal.tenant_id, "long"), call, body);
      const name = `${table.title} ${body.from} ${body.to}`;
      return sendTable(call, { name, format: body.format, table, language: letterhead.language });
    }),
  });

interface TableFile {
  readonly name: string;
  readonly format: "CSV" | "XLSX";
  readonly table: Table;
  readonly language: string;
}
const sendTable = (call: RawCall, { name, format, table, language }: TableFile) =>
  send(call, {
    name,
    type: format,
    // At most one piece waits for the client that downloads the file, and not sixteen.
    bytes: format === "XLSX" ? xlsxOf(table) : Readable.from(csvOf(table, csvStyleOf(language)), { highWaterMark: 1 }),
  });

export const createExportTemplateRoutes = ({ db }: Services, press: PdfPress) =>
  implement(exportTemplateOperations, {
    exportTemplate: raw(async (call) => {
      const { body, principal } = call;
      const filled = await fillRequested(db.read(principal.tenant_id, "long"), call, body);
      const name = filled.title;
      return body.format === "PDF"
        ? send(call, { name, type: "PDF", bytes: await press.print(templateDocument(filled)) })
        : send(call, { name, type: "TXT", bytes: Buffer.from(filled.text) });
    }),
    getExportTemplates: ({ tx }) => listTemplates(tx),
    getExportTemplate: ({ tx, params }) => getTemplate(tx, params.id),
    putExportTemplate: ({ tx, body }) => putTemplate(tx, body),
    deleteExportTemplate: ({ tx, params }) => removeTemplate(tx, params.id),
  });

const types = {
  TXT: { extension: "txt", mime_type: "text/plain; charset=utf-8" },
  PDF: { extension: "pdf", mime_type: "application/pdf" },
  CSV: { extension: "csv", mime_type: "text/csv; charset=utf-8" },
  XLSX: { extension: "xlsx", mime_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
} as const;

interface ExportFile {
  /** Name without its extension. */
  readonly name: string;
  readonly type: keyof typeof types;
  readonly bytes: Readable | Buffer;
}

function send({ reply }: RawCall, { name, type, bytes }: ExportFile) {
  const { extension, mime_type } = types[type];
  return reply.headers(attachmentHeaders({ file_name: `${name}.${extension}`, mime_type })).send(bytes);
}
