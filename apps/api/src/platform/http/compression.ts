import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyReply } from "fastify";
import { preferredContentCoding, type ContentCoding } from "./accept";

/** Size below which compression saves no packet. */
const COMPRESSED_BYTES_MIN = 1_024;
/** Size from which compression would delay other requests: it is left to the threads of Node. */
const THREADED_COMPRESSION_BYTES_MIN = 16_384;

const brotliOptions = (size: number, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});
/**
 * Low levels for long texts, which repeat much: brotli at level 1 packs a megabyte of cases or events into a tenth more
 * than at level 3, in half of the time.
 */
const LONG_TEXT_LEVELS = { brotli: 1, gzip: 3 };
const SHORT_TEXT_LEVELS = { brotli: 4, gzip: 6 };

/** Size of the pieces that a thread compresses; most long texts are one piece. */
const COMPRESSED_PIECE_BYTES = 65_536;

const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify(gzip);

const operationsWithSecrets = new WeakMap<Operation, boolean>();

/**
 * Whether an answer may be compressed. An attacker who can make a user request an answer that holds both the attacker's
 * words and a secret can guess the secret from its compressed length (BREACH). So nothing of signing in is compressed,
 * and no answer that shows a token.
 */
export function mayAnswerBeCompressed(operation: Operation): boolean {
  let isSecret = operationsWithSecrets.get(operation);
  if (isSecret === undefined) {
    const { auth, tag, showsSecret, answer } = operation;
    const namesSecret = /"(\w+_)?(token|secret|password|pin)":/.test(JSON.stringify(answer));
    isSecret = auth !== "bearer" || tag === "auth" || showsSecret === true || namesSecret;
    operationsWithSecrets.set(operation, isSecret);
  }
  return !isSecret;
}

/** Sends a text compressed if it is large enough and the client accepts that. */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  reply.header("vary", addVaryNames(reply.getHeader("vary"), "accept-encoding"));
  if (text.length < COMPRESSED_BYTES_MIN) return reply.send(text);
  const bytes = Buffer.from(text);
  const isLong = bytes.length >= THREADED_COMPRESSION_BYTES_MIN;
  // Brotli packs tighter, gzip begins sooner: short texts take it half of the time.
  const coding = preferredContentCoding(
    reply.request.headers["accept-encoding"],
    isLong ? ["br", "gzip"] : ["gzip", "br"],
  );
  if (coding === undefined) return reply.send(bytes);
  reply.header("content-encoding", coding);
  return isLong
    ? compressInThread(bytes, coding).then((packed) => reply.send(packed))
    : reply.send(compressNow(bytes, coding));
}

const compressNow = (bytes: Buffer, coding: ContentCoding) =>
  coding === "br"
    ? brotliCompressSync(bytes, brotliOptions(bytes.length, SHORT_TEXT_LEVELS.brotli))
    : gzipSync(bytes, { level: SHORT_TEXT_LEVELS.gzip });

const compressInThread = (bytes: Buffer, coding: ContentCoding) =>
  coding === "br"
    ? brotliInThread(bytes, {
        ...brotliOptions(bytes.length, LONG_TEXT_LEVELS.brotli),
        chunkSize: COMPRESSED_PIECE_BYTES,
      })
    : gzipInThread(bytes, { level: LONG_TEXT_LEVELS.gzip, chunkSize: COMPRESSED_PIECE_BYTES });

/** A Vary header with further names. */
export const addVaryNames = (header: ReturnType<FastifyReply["getHeader"]>, names: string): string =>
  [header, names].flat().filter(Boolean).join(", ");
