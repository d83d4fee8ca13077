/**
 * Checks of SVG logos. An SVG is a program: only one that refers to nothing outside is drawn, so no entities, scripts,
 * outside styles or pictures, or embedded documents. Whatever could spell such a thing in a way that is not recognised
 * here is refused, too.
 */

/**
 * SVG text without its comments. A comment could hide a word by standing inside it, and what only looks like a comment
 * could hide a whole element, so only the text without them is checked and drawn.
 */
export const stripSvgComments = (text: string) => text.replaceAll(/<!--[\s\S]*?-->/g, "");

/** Finds why an SVG may not be drawn, before anything interprets the text; undefined when it may. */
export function findSvgFault(text: string): "DAMAGED" | "REFERENCES" | "TEXT" | undefined {
  if (!/^\uFEFF?\s*(<\?xml[^<>]*\?>\s*)?<svg[\s>]/.test(text))
    return FORBIDDEN_SVG_CONTENT.test(text) ? "REFERENCES" : "DAMAGED";
  if (FORBIDDEN_SVG_CONTENT.test(text) || hasUnknownEntity(text) || hasOutsideReference(text)) return "REFERENCES";
  return TEXT_ELEMENT.test(text) ? "TEXT" : undefined;
}

/** Text elements, which would look as the fonts of this machine do, or would be missing. */
const TEXT_ELEMENT = /<\s*(?:[\w.-]+:)?text(?:path)?\b/i;

/** Declarations and instructions, elements that fetch, run or embed something, and other spellings of styles. */
const FORBIDDEN_SVG_CONTENT =
  /<!(?!\[CDATA\[)|<\?(?!xml\s)|<\s*(?:[\w.-]+:)?(?:script|foreignobject|image|feimage|iframe|object|embed|audio|video|set|animate\w*)\b|\bxml:base\b|\son\w+\s*=|@import|\\|<!\[CDATA\[[\s\S]*<!/i;

const hasUnknownEntity = (text: string) => /&(?!(?:amp|lt|gt|quot|apos);)/.test(text);

/**
 * Whether the SVG refers to anything outside itself: by `href` in any namespace, or by `url(...)` in attributes and
 * styles.
 */
function hasOutsideReference(text: string): boolean {
  const hrefs = [...text.matchAll(/href\s*=\s*(["'])\s*(.?)/gi)].map(([, , first]) => first);
  const urls = [...text.matchAll(/url\s*\(\s*["']?\s*(.?)/gi)].map(([, first]) => first);
  return [...hrefs, ...urls].some((first) => first !== "#") || /href\s*=\s*[^"'\s]/i.test(text);
}

export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

const SVG_NUMBER_PATTERN = String.raw`\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)`;

/** Size of an SVG in its own units; undefined when it does not name one. */
export function svgSizeOf(text: string): SvgSize | undefined {
  const root = svgRootTag(text);
  const box = new RegExp(
    String.raw`\sviewBox\s*=\s*["']${SVG_NUMBER_PATTERN}[\s,]+${SVG_NUMBER_PATTERN}[\s,]+${SVG_NUMBER_PATTERN}[\s,]+${SVG_NUMBER_PATTERN}\s*["']`,
  ).exec(root);
  const length = (name: string) =>
    Number(
      new RegExp(String.raw`\s${name}\s*=\s*["']${SVG_NUMBER_PATTERN}\s*(?:px|pt|mm|cm|in)?\s*["']`).exec(root)?.[1],
    );
  const size = box
    ? { width: Number(box[3]), height: Number(box[4]) }
    : { width: length("width"), height: length("height") };
  return size.width > 0 && size.height > 0 && Number.isFinite(size.width / size.height) ? size : undefined;
}

const svgRootTag = (text: string) => /<svg\b[^>]*>/.exec(text)?.[0] ?? "";

/** The same drawing with the given size in pixels, centred, whatever size it named itself. */
export function resizeSvg(text: string, { width, height }: SvgSize): string {
  const own = svgSizeOf(text);
  const root = svgRootTag(text);
  const plain = root.replaceAll(/\s(?:width|height|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
  const box = /\sviewBox\s*=/.test(plain) || !own ? "" : ` viewBox="0 0 ${own.width} ${own.height}"`;
  return text.replace(root, () => plain.replace("<svg", `<svg width="${width}" height="${height}"${box}`));
}
