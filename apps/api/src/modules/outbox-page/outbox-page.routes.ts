import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#platform/database";
import { languageOf } from "#platform/http/error-answer";
import { renderMessages, renderPage } from "./outbox-page";
import { pageCss, pageScript } from "./outbox-page.assets";
import { listMessages } from "./outbox-page.service";

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/outbox`: everything that would have been sent, for whoever tries the product. A demonstration only: it asks for no token. */
export function addOutboxPage(app: FastifyInstance, { db, publicUrl }: { db: Database; publicUrl: string }) {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header("content-security-policy", PAGE_POLICY).type(`${type}; charset=utf-8`).send(text);
  const language = (request: FastifyRequest) => languageOf(request.headers["accept-language"]);

  app.get("/outbox", async (request, reply) => {
    const messages = await listMessages(db, 0);
    return send(reply, "text/html", renderPage(messages, language(request), publicUrl));
  });
  app.get("/outbox/messages", async (request, reply) => {
    const after = /[?&]after=(\d{1,15})$/.exec(request.raw.url ?? "")?.[1] ?? "0";
    const messages = await listMessages(db, Number(after));
    return send(reply, "text/html", renderMessages(messages, language(request), publicUrl));
  });
  app.get("/outbox/page.css", (_request, reply) => send(reply, "text/css", pageCss));
  app.get("/outbox/page.js", (_request, reply) => send(reply, "text/javascript", pageScript));
}
