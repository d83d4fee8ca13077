import type { FastifyInstance } from "fastify";

const IMMUTABLE_CACHING = "public, max-age=31536000, immutable";

/** Logos of tenants by their SHA-256: pages show them before sign-in, and mails to people who never sign in. */
export function addLogoFileRoute(app: FastifyInstance, find: (sha256: string) => Promise<Buffer | undefined>) {
  app.route<{ Params: { file: string } }>({
    method: ["GET", "HEAD"],
    url: "/logos/:file",
    handler: async ({ params, headers }, reply) => {
      const [, sha256] = /^([0-9a-f]{64})\.png$/.exec(params.file) ?? [];
      const bytes = sha256 === undefined ? undefined : await find(sha256);
      if (bytes === undefined) return reply.callNotFound();
      const etag = `"${sha256}"`;
      // Pages of other sites may show a logo: it is public, and reveals nothing about the visitor.
      reply.headers({
        etag,
        "cache-control": IMMUTABLE_CACHING,
        "content-type": "image/png",
        "cross-origin-resource-policy": "cross-origin",
      });
      return headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(bytes);
    },
  });
}
