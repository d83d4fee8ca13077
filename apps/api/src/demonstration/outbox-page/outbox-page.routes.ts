import { errorSentenceOf } from "@leitstand/contract/errors/error-sentences";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { attachmentHeaders } from "#platform/http/attachment";
import { answerLanguageOf } from "#platform/http/error-answer";
import { Problem, problem } from "#platform/problem";
import type { FakePartner } from "../partner/fake-partner";
import { addPartnerPage, maySeePartner } from "../partner/partner-page.routes";
import { renderOutboxMessages, renderOutboxPage, renderOutboxSignIn } from "./outbox-page";
import { outboxPageCss, outboxPageScript } from "./outbox-page.assets";
import {
  authenticateOutboxReader,
  listOutboxMessages,
  renderOutboxAttachment,
  type OutboxPageServices,
  signInToOutboxPage,
  signOutOfOutboxPage,
} from "./outbox-page.service";

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const SESSION_COOKIE = "leitstand_outbox";
/** Cookie rules without `Secure`: a demonstration is reached on its own machine, without TLS. */
const SESSION_COOKIE_ATTRIBUTES = "Path=/outbox; HttpOnly; SameSite=Strict";
const FORM_BYTES_MAX = 4_096;

export interface OutboxPageOptions extends OutboxPageServices {
  /** Administrators that the form proposes, first the one who sees all messages. */
  readonly administrators: readonly string[];
  /** Partner system whose page is linked beside the messages; undefined: no link. */
  readonly partner?: FakePartner | undefined;
}

/**
 * Adds `/outbox` with the messages that would have been sent, for administrators among those who try the product. In a
 * demonstration only.
 */
export function addOutboxPage(app: FastifyInstance, parts: OutboxPageOptions) {
  const { publicUrl, administrators, partner } = parts;
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header("content-security-policy", CONTENT_SECURITY_POLICY)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store")
      .type(`${type}; charset=utf-8`)
      .send(text);
  const readerOf = (request: FastifyRequest) => authenticateOutboxReader(parts, sessionTokenOf(request));

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.addHook("onRequest", async (request) => {
      if (request.method === "POST" && !isFromOwnPage(request))
        throw problem("REQUEST_PARAMETER_INVALID", { parameter: "origin", rule: "same-origin" });
    });
    scope.get("/outbox", async (request, reply) => {
      const reader = await readerOf(request);
      if (!reader) return send(reply, "text/html", renderOutboxSignIn(languageOfRequest(request), { administrators }));
      const messages = await listOutboxMessages(parts, reader, 0);
      return send(
        reply,
        "text/html",
        renderOutboxPage(messages, languageOfRequest(request), {
          publicUrl,
          hasPartner: partner !== undefined && maySeePartner(reader, partner),
        }),
      );
    });
    scope.get("/outbox/messages", async (request, reply) => {
      const reader = await readerOf(request);
      if (!reader) throw problem("AUTH_TOKEN_MISSING");
      const after = /[?&]after=(\d{1,15})$/.exec(request.raw.url ?? "")?.[1] ?? "0";
      const messages = await listOutboxMessages(parts, reader, Number(after));
      return send(reply, "text/html", renderOutboxMessages(messages, languageOfRequest(request), publicUrl));
    });
    scope.get<{ Params: { seq: string } }>("/outbox/messages/:seq(^\\d{1,15}$)/attachment", async (request, reply) => {
      const reader = await readerOf(request);
      if (!reader) throw problem("AUTH_TOKEN_MISSING");
      const file = await renderOutboxAttachment(parts, reader, request.params.seq);
      return reply.headers({ ...attachmentHeaders(file), "cache-control": "no-store" }).send(file.bytes);
    });
    scope.post("/outbox/sign-in", (request, reply) => handleSignIn({ parts, send }, request, reply));
    scope.post("/outbox/sign-out", async (request, reply) => {
      const reader = await readerOf(request);
      if (reader) await signOutOfOutboxPage(parts, reader);
      return reply
        .header("set-cookie", `${SESSION_COOKIE}=; Max-Age=0; ${SESSION_COOKIE_ATTRIBUTES}`)
        .redirect("/outbox", 303);
    });
    if (partner) addPartnerPage(scope, { partner, readerOf, send });
    scope.get("/outbox/page.css", (_request, reply) => send(reply, "text/css", outboxPageCss));
    scope.get("/outbox/page.js", (_request, reply) => send(reply, "text/javascript", outboxPageScript));
  });
}

/**
 * Whether a form comes from the page itself, as browsers say. A request without these headers is from no browser, and
 * needs the password anyway.
 */
function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin, host = "" } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host.toLowerCase());
}

type SendPage = (reply: FastifyReply, type: string, text: string) => FastifyReply;
const languageOfRequest = (request: FastifyRequest) => answerLanguageOf(request.headers["accept-language"]);

/** Signs in: leads back to the messages with a session, or shows the form again with the fault. */
async function handleSignIn(
  { parts, send }: { parts: OutboxPageOptions; send: SendPage },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { email = "", password = "" } = (request.body ?? {}) as Partial<Record<string, string>>;
  try {
    const token = await signInToOutboxPage(parts, {
      email,
      password,
      ip: request.ip,
      userAgent: request.headers["user-agent"],
    });
    return await reply
      .header("set-cookie", `${SESSION_COOKIE}=${token}; ${SESSION_COOKIE_ATTRIBUTES}`)
      .redirect("/outbox", 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fault = errorSentenceOf(error.code, error.faults[0])[languageOfRequest(request)];
    reply.code(error.status);
    const { administrators } = parts;
    return send(reply, "text/html", renderOutboxSignIn(languageOfRequest(request), { administrators, email, fault }));
  }
}

const sessionTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]+)`).exec(headers.cookie ?? "")?.[1];
