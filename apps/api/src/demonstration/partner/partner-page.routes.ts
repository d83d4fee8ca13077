import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerLanguageOf } from "#platform/http/error-answer";
import type { Principal } from "#platform/access/principal";
import type { FakePartner } from "./fake-partner";
import {
  type PartnerPageResponseChoice,
  partnerPageResponseChoices,
  isPartnerPageResponseChoice,
  renderPartnerPage,
} from "./partner-page";

export interface PartnerPageOptions {
  readonly partner: FakePartner;
  /** Finds the signed-in reader; undefined without a session. */
  readonly readerOf: (request: FastifyRequest) => Promise<Principal | undefined>;
  readonly send: (reply: FastifyReply, type: string, text: string) => FastifyReply;
}

/**
 * Whether a reader may see the partner's calls and set its answers: the platform, and the company that the partner works
 * with. Others of its type are told nothing, because the calls name the company's cases.
 */
export const maySeePartner = ({ tenant_type, tenant_id }: Principal, partner: FakePartner) =>
  tenant_type === "PLATFORM" || tenant_id === partner.tenantId;

/** Adds `/outbox/partner`, behind the sign-in of the outbox, for users who may see the partner's company. */
export function addPartnerPage(scope: FastifyInstance, { partner, readerOf, send }: PartnerPageOptions) {
  let chosen: PartnerPageResponseChoice = "WELL";
  const mayLook = async (request: FastifyRequest) => {
    const reader = await readerOf(request);
    return reader !== undefined && maySeePartner(reader, partner);
  };
  scope.get("/outbox/partner", async (request, reply) => {
    if (!(await mayLook(request))) return reply.redirect("/outbox", 303);
    const language = answerLanguageOf(request.headers["accept-language"]);
    return send(reply, "text/html", renderPartnerPage(language, { chosen, calls: partner.calls }));
  });
  scope.post("/outbox/partner", async (request, reply) => {
    const { mood = "" } = (request.body ?? {}) as Partial<Record<string, string>>;
    if ((await mayLook(request)) && isPartnerPageResponseChoice(mood)) {
      chosen = mood;
      partner.mood = () => partnerPageResponseChoices[mood];
    }
    return reply.redirect("/outbox/partner", 303);
  });
}
