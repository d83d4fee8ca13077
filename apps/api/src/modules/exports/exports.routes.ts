import { Readable } from "node:stream";
import { exportOperations } from "@leitstand/contract/board/exports";
import { exportTemplateOperations } from "@leitstand/contract/board/export-templates";
import { attachmentHeaders } from "#platform/http/attachment";
import { implementOperations, unmanagedHandler, type UnmanagedCall, type Services } from "#platform/http/handler";
import { problem } from "#platform/problem";
import type { PdfPrinter } from "#modules/documents/index";
import { getCaseToPrint, getTourDocumentSource } from "./case-export.service";
import { writeCsv, csvStyleOf } from "./csv";
import type { ExportTable } from "./table";
import {
  fillTemplateForCase,
  fillRequestedTemplate,
  getTemplate,
  listTemplates,
  createOrReplaceTemplate,
  removeTemplate,
  createTemplateDocument,
} from "./templates.service";
import { exportWorkingTime } from "./time-export.service";
import { createTourDocument, createTourTable } from "./tour-document.service";
import { writeXlsx } from "./xlsx.service";

export const createExportRoutes = ({ db }: Services, press: PdfPrinter) =>
  implementOperations(exportOperations, {
    exportCase: unmanagedHandler(async (call) => {
      const { body, params, principal } = call;
      const tx = db.read(principal.tenant_id, "long");
      const { template_id, language, include } = body;
      if (template_id !== undefined && include !== undefined)
        throw problem("FIELD_COMBINATION_INVALID", { fields: "template_id,include" });
      const document =
        template_id === undefined
          ? await getCaseToPrint(tx, call, { ...body, id: params.id })
          : createTemplateDocument(await fillTemplateForCase(tx, call, { id: params.id, template_id, language }));
      return sendExportFile(call, { name: document.title, type: "PDF", bytes: await press.print(document) });
    }),
    exportTour: unmanagedHandler(async (call) => {
      const { body, params, principal } = call;
      const { writing, file } = await getTourDocumentSource(db.read(principal.tenant_id, "long"), call, {
        ...body,
        id: params.id,
      });
      const document = createTourDocument(writing, file);
      return body.format === "PDF"
        ? sendExportFile(call, { name: document.title, type: "PDF", bytes: await press.print(document) })
        : sendTableFile(call, {
            name: document.title,
            format: body.format,
            table: createTourTable(writing, file),
            language: writing.language,
          });
    }),
    exportTime: unmanagedHandler(async (call) => {
      const { body, principal } = call;
      const { letterhead, table } = await exportWorkingTime(db.read(principal.tenant_id, "long"), call, body);
      const name = `${table.title} ${body.from} ${body.to}`;
      return sendTableFile(call, { name, format: body.format, table, language: letterhead.language });
    }),
  });

interface TableFileDownload {
  readonly name: string;
  readonly format: "CSV" | "XLSX";
  readonly table: ExportTable;
  readonly language: string;
}
const sendTableFile = (call: UnmanagedCall, { name, format, table, language }: TableFileDownload) =>
  sendExportFile(call, {
    name,
    type: format,
    // At most one piece waits for the client that downloads the file, and not sixteen.
    bytes:
      format === "XLSX" ? writeXlsx(table) : Readable.from(writeCsv(table, csvStyleOf(language)), { highWaterMark: 1 }),
  });

export const createExportTemplateRoutes = ({ db }: Services, press: PdfPrinter) =>
  implementOperations(exportTemplateOperations, {
    exportTemplate: unmanagedHandler(async (call) => {
      const { body, principal } = call;
      const filled = await fillRequestedTemplate(db.read(principal.tenant_id, "long"), call, body);
      const name = filled.title;
      return body.format === "PDF"
        ? sendExportFile(call, { name, type: "PDF", bytes: await press.print(createTemplateDocument(filled)) })
        : sendExportFile(call, { name, type: "TXT", bytes: Buffer.from(filled.text) });
    }),
    getExportTemplates: ({ tx }) => listTemplates(tx),
    getExportTemplate: ({ tx, params }) => getTemplate(tx, params.id),
    putExportTemplate: ({ tx, body }) => createOrReplaceTemplate(tx, body),
    deleteExportTemplate: ({ tx, params }) => removeTemplate(tx, params.id),
  });

const exportFileTypes = {
  TXT: { extension: "txt", mime_type: "text/plain; charset=utf-8" },
  PDF: { extension: "pdf", mime_type: "application/pdf" },
  CSV: { extension: "csv", mime_type: "text/csv; charset=utf-8" },
  XLSX: { extension: "xlsx", mime_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
} as const;

interface ExportFile {
  /** Name without its extension. */
  readonly name: string;
  readonly type: keyof typeof exportFileTypes;
  readonly bytes: Readable | Buffer;
}

function sendExportFile({ reply }: UnmanagedCall, { name, type, bytes }: ExportFile) {
  const { extension, mime_type } = exportFileTypes[type];
  return reply.headers(attachmentHeaders({ file_name: `${name}.${extension}`, mime_type })).send(bytes);
}
