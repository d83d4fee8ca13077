import { Readable } from "node:stream";
import { exportOperations } from "@leitstand/contract/board/exports";
import { exportTemplateOperations } from "@leitstand/contract/board/export-templates";
import { attachmentHeaders } from "#platform/http/attachment";
import {
  implementOperations,
  defineRawConnectionHandler,
  type RawConnectionCall,
  type SharedServices,
} from "#platform/http/handler";
import { problem } from "#platform/problem";
import type { PdfPrinter } from "#modules/documents/index";
import { loadPrintableCase, loadTourDocumentContent } from "./case-export.service";
import { writeCsv, csvStyleOf } from "./csv";
import type { ExportTable } from "./table";
import { textOfFilledTemplate } from "./template";
import {
  fillTemplateForCase,
  fillRequestedTemplate,
  getTemplate,
  listExportTemplates,
  createOrReplaceTemplate,
  removeTemplate,
  createTemplateDocument,
} from "./templates.service";
import { exportWorkingTime } from "./time-export.service";
import { createTourDocument, createTourCasesTable } from "./tour-document.service";
import { writeXlsx } from "./xlsx.service";

export const createExportRoutes = ({ db }: SharedServices, press: PdfPrinter) =>
  implementOperations(exportOperations, {
    exportCase: defineRawConnectionHandler(async (call) => {
      const { body, params, principal } = call;
      const tx = db.read(principal.tenant_id, "long");
      const { template_id, language, include } = body;
      if (template_id !== undefined && include !== undefined)
        throw problem("FIELD_COMBINATION_INVALID", { fields: "template_id,include" });
      const document =
        template_id === undefined
          ? await loadPrintableCase(tx, call, { ...body, id: params.id })
          : createTemplateDocument(await fillTemplateForCase(tx, call, { id: params.id, template_id, language }));
      return sendExportFile(call, { name: document.title, type: "PDF", bytes: await press.print(document) });
    }),
    exportTour: defineRawConnectionHandler(async (call) => {
      const { body, params, principal } = call;
      const { writing, file, letterhead } = await loadTourDocumentContent(db.read(principal.tenant_id, "long"), call, {
        ...body,
        id: params.id,
      });
      const document = createTourDocument(writing, file);
      return body.format === "PDF"
        ? sendExportFile(call, { name: document.title, type: "PDF", bytes: await press.print(document) })
        : sendTableFile(call, {
            name: document.title,
            format: body.format,
            table: createTourCasesTable(writing, file),
            letterhead,
          });
    }),
    exportTime: defineRawConnectionHandler(async (call) => {
      const { body, principal } = call;
      const { letterhead, table } = await exportWorkingTime(db.read(principal.tenant_id, "long"), call, body);
      const name = `${table.title} ${body.from} ${body.to}`;
      return sendTableFile(call, { name, format: body.format, table, letterhead });
    }),
  });

interface TableFileDownload {
  readonly name: string;
  readonly format: "CSV" | "XLSX";
  readonly table: ExportTable;
  /** Settings of the tenant, whose language tells at what its spreadsheets split lines, whatever that of the words is. */
  readonly letterhead: { readonly language: string };
}
const sendTableFile = (call: RawConnectionCall, { name, format, table, letterhead }: TableFileDownload) =>
  sendExportFile(call, {
    name,
    type: format,
    // At most one piece waits for the client that downloads the file, and not sixteen.
    bytes:
      format === "XLSX"
        ? writeXlsx(table)
        : Readable.from(writeCsv(table, csvStyleOf(letterhead.language)), { highWaterMark: 1 }),
  });

export const createExportTemplateRoutes = ({ db }: SharedServices, press: PdfPrinter) =>
  implementOperations(exportTemplateOperations, {
    exportTemplate: defineRawConnectionHandler(async (call) => {
      const { body, principal } = call;
      const filled = await fillRequestedTemplate(db.read(principal.tenant_id, "long"), call, body);
      const name = filled.title;
      return body.format === "PDF"
        ? sendExportFile(call, { name, type: "PDF", bytes: await press.print(createTemplateDocument(filled)) })
        : sendExportFile(call, { name, type: "TXT", bytes: Buffer.from(textOfFilledTemplate(filled.parts)) });
    }),
    getExportTemplates: ({ tx }) => listExportTemplates(tx),
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

function sendExportFile({ reply }: RawConnectionCall, { name, type, bytes }: ExportFile) {
  const { extension, mime_type } = exportFileTypes[type];
  return reply.headers(attachmentHeaders({ file_name: `${name}.${extension}`, mime_type })).send(bytes);
}
