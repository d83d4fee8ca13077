import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyReply } from "fastify";
import { sendCompressed } from "../http/compression";

/** Types of files into which the build writes the site's address; scripts take theirs from the page that loads them. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".atom": "application/atom+xml",
};

interface SiteText {
  readonly body: string;
  readonly etag: string;
}

/**
 * Texts of a built site with the address that users reach it by, in place of the one that it was built for: canonical
 * links, feeds and maps of a site have to be absolute, and a build does not know where it will be served.
 */
export class SiteTextsWithPublicUrl {
  private readonly known = new Map<string, Promise<SiteText>>();

  constructor(
    private readonly folder: string,
    private readonly address: { readonly built: string; readonly served: string },
  ) {}

  /** Whether a file must be rewritten; false where it can be sent as it is. */
  concerns(file: string): boolean {
    return this.address.built !== this.address.served && extname(file) in MIME_TYPES;
  }

  async send(reply: FastifyReply, file: string): Promise<FastifyReply> {
    const { body, etag } = await this.read(file);
    reply.header("etag", etag);
    if (reply.request.headers["if-none-match"]?.includes(etag))
      return reply.header("vary", "accept-encoding").code(304).send();
    return sendCompressed(reply.type(MIME_TYPES[extname(file)] ?? ""), body);
  }

  private read(file: string): Promise<SiteText> {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const text = readFile(join(this.folder, file), "utf8").then((built) => {
      const body = built.replaceAll(this.address.built, this.address.served);
      return { body, etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
    });
    this.known.set(file, text);
    // A file that is being replaced at this moment is read again by the next request.
    text.catch(() => this.known.delete(file));
    return text;
  }
}
