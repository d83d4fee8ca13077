import { PbfReader } from "pbf";
import {
  checkCoordinates,
  checkOsmId,
  emptyOsmTags,
  type OsmElementKind,
  type OsmRelationMember,
  type OsmNode,
  type OsmRelation,
  type OsmTags,
  type OsmElementVisitor,
  type OsmWay,
} from "./osm-element";
import {
  checkPbfMessageEnd,
  createCorruptMapError,
  readPbfMessageEnd,
  readPbfNumbers,
  readSignedPbfNumbers,
  decodePbfOrRefuse,
} from "./pbf-message";

/** One primitive block: texts that its elements name by number, and how its whole numbers become degrees. */
interface PrimitiveBlock {
  readonly pbf: PbfReader;
  /** Starts and ends of texts. Most are never needed, so each is decoded when it is. */
  readonly textBounds: number[];
  readonly texts: string[];
  /** Starts and ends of groups. */
  readonly groups: number[];
  granularity: number;
  lonOffset: number;
  latOffset: number;
}

const memberKinds: readonly OsmElementKind[] = ["node", "way", "relation"];
const GROUP_NODE = 1;
const GROUP_DENSE = 2;
const GROUP_WAY = 3;
const GROUP_RELATION = 4;

/** Visits every element of one unpacked block. Errors of the visitor are the visitor's own. */
export function readPbfBlock(bytes: Uint8Array, visitor: OsmElementVisitor) {
  const { node, way, relation } = visitor;
  const block = decodePbfOrRefuse(() => openBlock(bytes));
  for (let group = 0; group < block.groups.length; group += 2) {
    block.pbf.pos = block.groups[group] as number;
    const end = block.groups[group + 1] as number;
    for (let kind = nextFieldNumber(block.pbf, end); kind !== 0; kind = nextFieldNumber(block.pbf, end)) {
      if (kind === GROUP_NODE && node) node(decodePbfOrRefuse(() => readNode(block)));
      else if (kind === GROUP_DENSE && node) readDense(block, node);
      else if (kind === GROUP_WAY && way) way(decodePbfOrRefuse(() => readWay(block)));
      else if (kind === GROUP_RELATION && relation) relation(decodePbfOrRefuse(() => readRelation(block)));
    }
    checkPbfMessageEnd(block.pbf, end);
  }
}

const nextFieldNumber = (pbf: PbfReader, end: number) => decodePbfOrRefuse(() => pbf.nextField(end));

/** Opens a block; fields that all elements need stand behind the elements, so it is first read through as a whole. */
function openBlock(bytes: Uint8Array): PrimitiveBlock {
  const pbf = new PbfReader(bytes);
  const block: PrimitiveBlock = {
    pbf,
    textBounds: [],
    texts: [],
    groups: [],
    granularity: 100,
    lonOffset: 0,
    latOffset: 0,
  };
  for (let field = pbf.nextField(); field !== 0; field = pbf.nextField()) {
    if (field === 1) readTextBounds(block);
    else if (field === 2) {
      const end = readPbfMessageEnd(pbf);
      block.groups.push(pbf.pos, end);
      pbf.pos = end;
    } else if (field === 17) block.granularity = pbf.readVarint(true);
    else if (field === 19) block.latOffset = pbf.readVarint(true);
    else if (field === 20) block.lonOffset = pbf.readVarint(true);
  }
  checkPbfMessageEnd(pbf, bytes.length);
  return block;
}

function readTextBounds({ pbf, textBounds }: PrimitiveBlock) {
  const end = readPbfMessageEnd(pbf);
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
    if (field !== 1) continue;
    const stop = readPbfMessageEnd(pbf);
    textBounds.push(pbf.pos, stop);
    pbf.pos = stop;
  }
  checkPbfMessageEnd(pbf, end);
}

function readNode(block: PrimitiveBlock): OsmNode {
  const { pbf } = block;
  const end = readPbfMessageEnd(pbf);
  let [id, lon, lat] = [0, Number.NaN, Number.NaN];
  let keys: number[] = [];
  let values: number[] = [];
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
    if (field === 1) id = pbf.readSVarint();
    else if (field === 2) keys = readPbfNumbers(pbf);
    else if (field === 3) values = readPbfNumbers(pbf);
    else if (field === 8) lat = toDegrees(block, block.latOffset, pbf.readSVarint());
    else if (field === 9) lon = toDegrees(block, block.lonOffset, pbf.readSVarint());
  }
  checkPbfMessageEnd(pbf, end);
  return checkCoordinates({ id: checkOsmId(id, "node"), lon, lat, tags: elementTags(block, keys, values) });
}

interface DenseNodes {
  ids: number[];
  lons: number[];
  lats: number[];
  keysAndValues: number[];
}

function readDense(block: PrimitiveBlock, visit: (node: OsmNode) => void) {
  const { ids, lons, lats, keysAndValues } = decodePbfOrRefuse(() => readDenseArrays(block.pbf));
  let [id, lon, lat, at] = [0, 0, 0, 0];
  for (let index = 0; index < ids.length; index++) {
    id += ids[index] as number;
    lon += lons[index] as number;
    lat += lats[index] as number;
    let tags = emptyOsmTags;
    if (at < keysAndValues.length) {
      const first = at;
      // Pairs of key and value; a zero ends the tags of one node.
      while (at < keysAndValues.length && keysAndValues[at] !== 0) at += 2;
      tags = first === at ? emptyOsmTags : denseNodeTags(block, keysAndValues.slice(first, at));
      at++;
    }
    const place = { lon: toDegrees(block, block.lonOffset, lon), lat: toDegrees(block, block.latOffset, lat) };
    visit(checkCoordinates({ id: checkOsmId(id, "node"), lon: place.lon, lat: place.lat, tags }));
  }
}

function readDenseArrays(pbf: PbfReader): DenseNodes {
  const dense: DenseNodes = { ids: [], lons: [], lats: [], keysAndValues: [] };
  const end = readPbfMessageEnd(pbf);
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
    if (field === 1) dense.ids = readSignedPbfNumbers(pbf);
    else if (field === 8) dense.lats = readSignedPbfNumbers(pbf);
    else if (field === 9) dense.lons = readSignedPbfNumbers(pbf);
    else if (field === 10) dense.keysAndValues = readPbfNumbers(pbf);
  }
  checkPbfMessageEnd(pbf, end);
  if (dense.lons.length !== dense.ids.length || dense.lats.length !== dense.ids.length)
    throw createCorruptMapError("its nodes have not all got a place");
  return dense;
}

function readWay(block: PrimitiveBlock): OsmWay {
  const { pbf } = block;
  const end = readPbfMessageEnd(pbf);
  let id = 0;
  let [keys, values, refs]: number[][] = [[], [], []];
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) keys = readPbfNumbers(pbf);
    else if (field === 3) values = readPbfNumbers(pbf);
    else if (field === 8) refs = decodeDeltaIds(readSignedPbfNumbers(pbf), () => "node");
  }
  checkPbfMessageEnd(pbf, end);
  return {
    id: checkOsmId(id, "way"),
    refs: refs as number[],
    tags: elementTags(block, keys as number[], values as number[]),
  };
}

function readRelation(block: PrimitiveBlock): OsmRelation {
  const { pbf } = block;
  const end = readPbfMessageEnd(pbf);
  let id = 0;
  const lists: { [field: number]: number[] } = {};
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 9) lists[field] = readSignedPbfNumbers(pbf);
    else if (field === 2 || field === 3 || field === 8 || field === 10) lists[field] = readPbfNumbers(pbf);
  }
  checkPbfMessageEnd(pbf, end);
  const { 2: keys = [], 3: values = [], 8: roles = [], 9: refs = [], 10: types = [] } = lists;
  if (roles.length !== refs.length || types.length !== refs.length)
    throw createCorruptMapError("a relation's members do not match");
  const kindAt = (index: number) => memberKinds[types[index] as number] ?? refuseMemberKind();
  const members = decodeDeltaIds(refs, kindAt).map(
    (ref, index): OsmRelationMember => ({ type: kindAt(index), ref, role: blockTextAt(block, roles[index] as number) }),
  );
  return { id: checkOsmId(id, "relation"), members, tags: elementTags(block, keys, values) };
}

/** Ids are stored as differences to the one before. */
function decodeDeltaIds(differences: number[], kindAt: (index: number) => OsmElementKind): number[] {
  let sum = 0;
  for (let index = 0; index < differences.length; index++) {
    sum += differences[index] as number;
    differences[index] = checkOsmId(sum, kindAt(index));
  }
  return differences;
}

const toDegrees = ({ granularity }: PrimitiveBlock, offset: number, value: number) =>
  (offset + granularity * value) / 1e9;

function elementTags(block: PrimitiveBlock, keys: number[], values: number[]): OsmTags {
  if (keys.length !== values.length) throw createCorruptMapError("keys and values of tags do not match");
  if (keys.length === 0) return emptyOsmTags;
  return new Map(keys.map((key, index) => [blockTextAt(block, key), blockTextAt(block, values[index] as number)]));
}

function denseNodeTags(block: PrimitiveBlock, pairs: number[]): OsmTags {
  const keys = pairs.filter((_, index) => index % 2 === 0);
  return elementTags(
    block,
    keys,
    pairs.filter((_, index) => index % 2 === 1),
  );
}

function blockTextAt({ pbf, textBounds, texts }: PrimitiveBlock, index: number): string {
  const known = texts[index];
  if (known !== undefined) return known;
  const [start, end] = [textBounds[2 * index], textBounds[2 * index + 1]];
  if (start === undefined || end === undefined)
    throw createCorruptMapError(`it names text ${index}, which it does not hold`);
  const text = Buffer.from(pbf.buf.buffer, pbf.buf.byteOffset + start, end - start).toString("utf8");
  texts[index] = text;
  return text;
}

function refuseMemberKind(): never {
  throw createCorruptMapError("a relation has a member of an unknown kind");
}
