import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";

/** Content of a header block that names the required and the optional features of a PBF file. */
export const writePbfHeaderBlock = (required: readonly string[], optional: readonly string[] = []) =>
  encodeMessage((pbf) => {
    for (const feature of required) textField(pbf, 4, feature);
    for (const feature of optional) textField(pbf, 5, feature);
  });

export interface PbfDenseNode {
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface PbfDataBlockContent {
  readonly nodes?: readonly PbfDenseNode[];
  readonly ways?: readonly { id: number; refs: readonly number[]; tags?: Readonly<Record<string, string>> }[];
}

/** A primitive block with dense nodes and ways. */
export function writePbfDataBlock({ nodes = [], ways = [] }: PbfDataBlockContent): Buffer {
  const texts = [""];
  const indexOf = (text: string) => {
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text);
  };
  const group = encodeMessage((pbf) => {
    if (nodes.length > 0) bytesField(pbf, 2, denseNodes(nodes, indexOf));
    for (const { id, refs, tags = {} } of ways)
      bytesField(
        pbf,
        3,
        encodeMessage((way) => {
          numberField(way, 1, id);
          bytesField(way, 2, packNumbers(Object.keys(tags).map(indexOf)));
          bytesField(way, 3, packNumbers(Object.values(tags).map(indexOf)));
          bytesField(way, 8, packSignedNumbers(deltasBetween(refs)));
        }),
      );
  });
  return encodeMessage((pbf) => {
    bytesField(
      pbf,
      1,
      encodeMessage((table) => {
        for (const text of texts) textField(table, 1, text);
      }),
    );
    bytesField(pbf, 2, group);
  });
}

function denseNodes(nodes: readonly PbfDenseNode[], indexOf: (text: string) => number): Buffer {
  const tagsOf = ({ tags = {} }: PbfDenseNode) => [
    ...Object.entries(tags).flatMap(([key, value]) => [indexOf(key), indexOf(value)]),
    0,
  ];
  return encodeMessage((pbf) => {
    bytesField(pbf, 1, packSignedNumbers(deltasBetween(nodes.map(({ id }) => id))));
    bytesField(pbf, 8, packSignedNumbers(deltasBetween(nodes.map(({ lat }) => Math.round(lat * 1e7)))));
    bytesField(pbf, 9, packSignedNumbers(deltasBetween(nodes.map(({ lon }) => Math.round(lon * 1e7)))));
    bytesField(pbf, 10, packNumbers(nodes.flatMap(tagsOf)));
  });
}

export interface PbfBlobOptions {
  /** Number of the field that holds the content; 3 is zlib. */
  readonly field?: number;
  /** Unpacked size that the blob claims. */
  readonly size?: number;
}

/** Writes one blob with its header. */
export function writePbfBlob(
  type: string,
  content: Buffer,
  { field = 3, size = content.length }: PbfBlobOptions = {},
): Buffer {
  const blob = encodeMessage((pbf) => {
    if (field !== 1) numberField(pbf, 2, size);
    bytesField(pbf, field, field === 3 ? deflateSync(content) : content);
  });
  return Buffer.concat([writePbfBlobHeader(type, blob.length), blob]);
}

export function writePbfBlobHeader(type: string, size: number): Buffer {
  const header = encodeMessage((pbf) => {
    textField(pbf, 1, type);
    numberField(pbf, 3, size);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header]);
}

export const writeValidPbfHeaderBlob = () =>
  writePbfBlob(
    "OSMHeader",
    writePbfHeaderBlock(["OsmSchema-V0.6", "DenseNodes"], ["Has_Metadata", "Sort.Type_then_ID"]),
  );

/** Writes a whole PBF file. */
export const writePbfFile = (...blocks: PbfDataBlockContent[]) =>
  Buffer.concat([
    writeValidPbfHeaderBlob(),
    ...blocks.map((parts) => writePbfBlob("OSMData", writePbfDataBlock(parts))),
  ]);

function encodeMessage(write: (pbf: PbfWriter) => void): Buffer {
  const pbf = new PbfWriter();
  write(pbf);
  return Buffer.from(pbf.finish());
}

function numberField(pbf: PbfWriter, field: number, value: number) {
  pbf.writeTag(field, 0);
  pbf.writeVarint(value);
}

function textField(pbf: PbfWriter, field: number, text: string) {
  bytesField(pbf, field, Buffer.from(text));
}

function bytesField(pbf: PbfWriter, field: number, bytes: Uint8Array) {
  pbf.writeTag(field, 2);
  pbf.writeBytes(bytes);
}

const packNumbers = (numbers: readonly number[]) =>
  encodeMessage((pbf) => {
    for (const number of numbers) pbf.writeVarint(number);
  });

const packSignedNumbers = (numbers: readonly number[]) =>
  encodeMessage((pbf) => {
    for (const number of numbers) pbf.writeSVarint(number);
  });

const deltasBetween = (numbers: readonly number[]) =>
  numbers.map((number, index) => number - (index === 0 ? 0 : (numbers[index - 1] as number)));
