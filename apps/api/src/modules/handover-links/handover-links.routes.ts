import { createHash } from "node:crypto";
import { emailOperations } from "@leitstand/contract/board/emails";
import { attachmentHeaders } from "#platform/http/attachment";
import { answerLanguageOf } from "#platform/http/error-answer";
import {
  implementOperations,
  defineRawConnectionHandler,
  type RefusalPageRenderer,
  type SharedServices,
} from "#platform/http/handler";
import type { PdfPrinter } from "#modules/documents/index";
import { HANDOVER_PAGE_STYLE } from "./handover-mail";
import {
  downloadHandoverDocument,
  renderHandoverPage,
  renderHandoverRefusal,
  sendHandoverConfirmation,
} from "./handover-links.service";

const pageStyleHash = createHash("sha256").update(HANDOVER_PAGE_STYLE).digest("base64");
/** Headers of the page, which loads nothing and whose form posts to its own address. */
const handoverPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${pageStyleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
};

export function createHandoverLinkRoutes({ db, sealing, publicUrl }: SharedServices, press: PdfPrinter) {
  const renderRefusal: RefusalPageRenderer = async ({ params: { secret = "" }, acceptLanguage, ...refusal }) => ({
    html: await renderHandoverRefusal(db, { ...refusal, secret, language: answerLanguageOf(acceptLanguage) }),
    headers: handoverPageHeaders,
  });
  return implementOperations(emailOperations, {
    sendCargoHandoverConfirmation: (call) =>
      sendHandoverConfirmation(call.tx, call, { ...call.body, id: call.params.id, sealing, publicUrl }),
    getHandoverPage: defineRawConnectionHandler(
      async ({ reply, params, now }) =>
        reply.headers(handoverPageHeaders).send(await renderHandoverPage(db, params.secret, now)),
      renderRefusal,
    ),
    downloadHandover: defineRawConnectionHandler(async ({ reply, params, now }) => {
      const { title, bytes } = await downloadHandoverDocument(db, press, { secret: params.secret, now });
      return reply.headers(attachmentHeaders({ file_name: `${title}.pdf`, mime_type: "application/pdf" })).send(bytes);
    }, renderRefusal),
  });
}
