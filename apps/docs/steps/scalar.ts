import scalar from "@scalar/fastify-api-reference";
import Fastify from "fastify";

/** The script of the interactive reference, as its package gives it to a server. */
export async function scalarScript(): Promise<string> {
  const app = Fastify();
  await app.register(scalar, { routePrefix: "/reference", configuration: { content: { openapi: "3.0.3" } } });
  const { statusCode, body } = await app.inject("/reference/js/scalar.js");
  if (statusCode !== 200) throw new Error(`The script of the interactive reference was answered with ${statusCode}.`);
  // The map is not published, and naming it would make browsers ask for it.
  return body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
}
