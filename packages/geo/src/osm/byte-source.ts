/** Bytes in pieces of any size, such as a file stream or one buffer in an array. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Hands out exactly as many bytes as are asked for, and never holds more than that and one piece. */
export class ByteStreamReader {
  /** Number of bytes handed out so far. */
  taken = 0;
  private pieces: Uint8Array[] = [];
  private held = 0;
  private readonly chunks: AsyncIterator<Uint8Array>;

  constructor(chunks: ByteChunks) {
    this.chunks = iterateChunks(chunks);
  }

  /** Takes the next bytes; fewer than `count` mean that the source has ended. */
  async take(count: number): Promise<Uint8Array> {
    await this.fill(count);
    const taken = this.joined();
    const piece = taken.subarray(0, count);
    this.pieces = piece.length < taken.length ? [taken.subarray(count)] : [];
    this.held = taken.length - piece.length;
    this.taken += piece.length;
    return piece;
  }

  /** Reads the next bytes without taking them. */
  async peek(count: number): Promise<Uint8Array> {
    await this.fill(count);
    return this.joined().subarray(0, count);
  }

  /** Everything that is left of the source, piece by piece. */
  async *rest(): AsyncGenerator<Uint8Array> {
    while (await this.fill(1)) yield await this.take(this.held);
  }

  /** Tells the source that the rest will not be read, so that it can close its file. */
  async close() {
    await this.chunks.return?.();
  }

  private async fill(count: number): Promise<boolean> {
    while (this.held < count) {
      const { done, value } = await this.chunks.next();
      if (done) return false;
      this.pieces.push(value);
      this.held += value.length;
    }
    return true;
  }

  private joined(): Uint8Array {
    const [first = new Uint8Array(0)] = this.pieces;
    if (this.pieces.length <= 1) return first;
    const joined = new Uint8Array(this.held);
    let at = 0;
    for (const piece of this.pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.pieces = [joined];
    return joined;
  }
}

async function* iterateChunks(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk;
}
