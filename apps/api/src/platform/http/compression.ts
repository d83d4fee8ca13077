import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyReply } from "fastify";
import { preferredCoding, type Coding } from "./accept";

/** Size below which compression saves no packet. */
const BYTES_MIN = 1_024;
/** Size from which compression would delay other requests: it is left to the threads of Node. */
const ELSEWHERE_BYTES_MIN = 16_384;

const brotliOptions = (size: number, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});
/**
 * Low levels for long texts, which repeat much: brotli at level 1 packs a megabyte of cases or events into a tenth more
 * than at level 3, in half of the time.
 */
const LONG = { brotli: 1, gzip: 3 };
const SHORT = { brotli: 4, gzip: 6 };

/** Size of pieces to compress, each a way to a thread and back: most long texts are one piece. */
const PIECE_BYTES = 65_536;

const brotliElsewhere = promisify(brotliCompress);
const gzipElsewhere = promisify(gzip);

const holdSecrets = new WeakMap<Operation, boolean>();

/**
 * Whether an answer may be compressed. An attacker who can make a user request an answer that holds both the attacker's
 * words and a secret can guess the secret from its packed length (BREACH). So nothing of signing in is packed, and no
 * answer that shows a token.
 */
export function mayBePacked(operation: Operation): boolean {
  let isSecret = holdSecrets.get(operation);
  if (isSecret === undefined) {
    const { auth, tag, showsSecret, answer } = operation;
    const namesSecret = /"(\w+_)?(token|secret|password|pin)":/.test(JSON.stringify(answer));
    isSecret = auth !== "bearer" || tag === "auth" || showsSecret === true || namesSecret;
    holdSecrets.set(operation, isSecret);
  }
  return !isSecret;
}

/** Sends a text packed, where its size is worth it and the client can unpack it. */
export function sendPacked(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  reply.header("vary", withNames(reply.getHeader("vary"), "accept-encoding"));
  if (text.length < BYTES_MIN) return reply.send(text);
  const bytes = Buffer.from(text);
  const isLong = bytes.length >= ELSEWHERE_BYTES_MIN;
  // Brotli packs tighter, gzip begins sooner: short texts take it half of the time.
  const coding = preferredCoding(reply.request.headers["accept-encoding"], isLong ? ["br", "gzip"] : ["gzip", "br"]);
  if (coding === undefined) return reply.send(bytes);
  reply.header("content-encoding", coding);
  return isLong ? packElsewhere(bytes, coding).then((packed) => reply.send(packed)) : reply.send(pack(bytes, coding));
}

const pack = (bytes: Buffer, coding: Coding) =>
  coding === "br"
    ? brotliCompressSync(bytes, brotliOptions(bytes.length, SHORT.brotli))
    : gzipSync(bytes, { level: SHORT.gzip });

const packElsewhere = (bytes: Buffer, coding: Coding) =>
  coding === "br"
    ? brotliElsewhere(bytes, { ...brotliOptions(bytes.length, LONG.brotli), chunkSize: PIECE_BYTES })
    : gzipElsewhere(bytes, { level: LONG.gzip, chunkSize: PIECE_BYTES });

/** A Vary header with further names. */
export const withNames = (header: ReturnType<FastifyReply["getHeader"]>, names: string): string =>
  [header, names].flat().filter(Boolean).join(", ");
