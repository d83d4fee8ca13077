import { describe, expect, it } from "vitest";
import { SseParser } from "./sse-parser";

const parsePieces = (pieces: readonly string[]) => {
  const parser = new SseParser();
  return { blocks: pieces.flatMap((piece) => [...parser.push(piece)]), parser };
};

const STREAM_TEXT = 'retry: 700\nid: 7-0\n\n:\n\nid: 7-1\nevent: case update\ndata: {"a":"ü"}\n\ndata: x\ndata: y\n\n';
const EVENT_BLOCKS = [
  { id: "7-1", event: "case update", data: '{"a":"ü"}' },
  { id: "7-1", event: "message", data: "x\ny" },
];

describe("parser of server-sent events", () => {
  it("the parser of the live stream yields the same events wherever the stream is cut into pieces", () => {
    for (let first = 0; first <= STREAM_TEXT.length; first++)
      for (let second = first; second <= STREAM_TEXT.length; second += 7) {
        const pieces = [STREAM_TEXT.slice(0, first), STREAM_TEXT.slice(first, second), STREAM_TEXT.slice(second)];
        expect(parsePieces(pieces).blocks).toEqual(EVENT_BLOCKS);
      }
  });

  it.each(["\n", "\r\n", "\r"])("the parser of the live stream accepts %j as the end of a line", (end) => {
    const text = `${STREAM_TEXT.replaceAll("\n", end)}${end}`;
    for (let cut = 0; cut <= text.length; cut++)
      expect(parsePieces([text.slice(0, cut), text.slice(cut), "\n"]).blocks).toEqual(EVENT_BLOCKS);
  });

  it("the parser of the live stream reads the cursor that is sent before the first event", () => {
    const { blocks, parser } = parsePieces(["retry: 700\nid: 7-0\n\n"]);
    expect(blocks).toEqual([]);
    expect(parser).toMatchObject({ lastEventId: "7-0", retryMs: 700 });
  });

  it("the parser of the live stream ignores the id of an event that was cut off", () => {
    const { blocks, parser } = parsePieces(["id: 7-1\ndata: x\n\n", "id: 7-2\ndata: y\n"]);
    expect(blocks).toHaveLength(1);
    expect(parser.lastEventId).toBe("7-1");
  });
});
