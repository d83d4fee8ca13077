import { SaxesParser, type SaxesTagPlain } from "saxes";
import { MapImportError } from "./map-import-error";
import {
  checkCoordinates,
  checkOsmId,
  emptyOsmTags,
  type OsmElementKind,
  type OsmRelationMember,
  type OsmElementVisitor,
} from "./osm-element";
import { createCorruptMapError } from "./pbf-message";

/** Longest element in characters; without a bound, one that never closes would be gathered until memory ends. */
const ELEMENT_CHARACTERS_MAX = 1024 * 1024;

/** Element that is being read, and its parts so far. */
interface OpenElement {
  readonly kind: OsmElementKind;
  readonly attributes: Readonly<Record<string, string>>;
  readonly refs: number[];
  readonly members: OsmRelationMember[];
  readonly tags: Map<string, string>;
}

/** Reads OSM XML 0.6 (https://wiki.openstreetmap.org/wiki/OSM_XML); holds one element at a time. */
export async function readOsmXmlMap(chunks: AsyncIterable<Uint8Array>, visitor: OsmElementVisitor): Promise<void> {
  const reader = new XmlReader(visitor);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of chunks) reader.write(decodeUtf8(decoder, chunk));
  reader.write(decodeUtf8(decoder));
  reader.end();
}

function decodeUtf8(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (error) {
    throw createCorruptMapError("it is not text in UTF-8", error);
  }
}

class XmlReader {
  private readonly parser = new SaxesParser();
  private readonly visitor: OsmElementVisitor;
  private open: OpenElement | undefined;
  private charactersSinceTag = 0;
  private hasRoot = false;
  private hasEnded = false;

  constructor(visitor: OsmElementVisitor) {
    this.visitor = visitor;
    this.parser.on("error", (error) => {
      throw createCorruptMapError(`it is not well-formed XML (${error.message})`, error);
    });
    this.parser.on("doctype", () => {
      // OSM files have no document type; entities declared in one could unfold without end.
      throw createCorruptMapError("it declares a document type");
    });
    this.parser.on("opentag", (tag) => this.openTag(tag));
    this.parser.on("closetag", ({ name }) => this.closeTag(name));
  }

  write(text: string) {
    this.charactersSinceTag += text.length;
    this.parser.write(text);
    if (this.charactersSinceTag <= ELEMENT_CHARACTERS_MAX) return;
    throw new MapImportError("too_large", "The map file has an element of more than a megabyte.");
  }

  end() {
    if (!this.hasEnded) throw new MapImportError("truncated", "The map file ends before its last element is closed.");
    this.parser.close();
  }

  private openTag({ name, attributes }: SaxesTagPlain) {
    this.charactersSinceTag = 0;
    if (!this.hasRoot && name !== "osm")
      throw new MapImportError("unknown_format", "The file is XML, but not a map of OpenStreetMap.");
    this.hasRoot = true;
    if (name === "node" || name === "way" || name === "relation") {
      if (this.visitor[name]) this.open = { kind: name, attributes, refs: [], members: [], tags: new Map() };
    } else if (this.open) addChildElement(this.open, name, attributes);
  }

  private closeTag(name: string) {
    if (name === this.open?.kind) {
      const element = this.open;
      this.open = undefined;
      visitElement(element, this.visitor);
    }
    this.hasEnded = name === "osm";
  }
}

function addChildElement(element: OpenElement, name: string, attributes: Readonly<Record<string, string>>) {
  if (name === "tag") element.tags.set(attributes.k ?? "", attributes.v ?? "");
  else if (name === "nd") element.refs.push(parseId(attributes.ref, "node"));
  else if (name === "member") {
    const type = attributes.type;
    if (type !== "node" && type !== "way" && type !== "relation")
      throw createCorruptMapError("a member is of an unknown kind");
    element.members.push({ type, ref: parseId(attributes.ref, type), role: attributes.role ?? "" });
  }
}

function visitElement({ kind, attributes, refs, members, tags: found }: OpenElement, visitor: OsmElementVisitor) {
  const tags = found.size > 0 ? found : emptyOsmTags;
  const id = parseId(attributes.id, kind);
  // Files with history mark deleted elements.
  if (attributes.visible === "false" || attributes.action === "delete") return;
  if (kind === "way") visitor.way?.({ id, refs, tags });
  else if (kind === "relation") visitor.relation?.({ id, members, tags });
  else
    visitor.node?.(
      checkCoordinates({ id, lon: parseDegrees(attributes.lon), lat: parseDegrees(attributes.lat), tags }),
    );
}

const parseId = (text: string | undefined, kind: OsmElementKind) =>
  checkOsmId(/^-?\d{1,16}$/.test(text ?? "") ? Number(text) : Number.NaN, kind);

const parseDegrees = (text: string | undefined) => (text ? Number(text) : Number.NaN);
