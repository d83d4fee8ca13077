/**
 * An SVG is a program. Only one that speaks of nothing but itself is drawn: no entities, no scripts, no styles or pictures from
 * elsewhere, no other documents inside. Whatever could spell such a thing in a way that is not seen here is refused, too.
 */

/**
 * Comments could hide a word by standing inside of it, and what only looks like one could hide a whole element. Only the text
 * without them is looked at, and only that is drawn.
 */
export const withoutComments = (text: string) => text.replaceAll(/<!--[\s\S]*?-->/g, "");

/** Undefined when the text may be drawn; it is looked at as it stands, before anything interprets it. */
export function findSvgFault(text: string): "DAMAGED" | "REFERENCES" | "TEXT" | undefined {
  if (!/^\uFEFF?\s*(<\?xml[^<>]*\?>\s*)?<svg[\s>]/.test(text)) return suspicious.test(text) ? "REFERENCES" : "DAMAGED";
  if (suspicious.test(text) || hasForeignEntity(text) || outside(text)) return "REFERENCES";
  return letters.test(text) ? "TEXT" : undefined;
}

/** They would look as the fonts of this machine do, or would not be there. */
const letters = /<\s*(?:[\w.-]+:)?text(?:path)?\b/i;

/** Declarations and instructions, elements that fetch, run or embed something, and what spells styles in another way. */
const suspicious =
  /<!(?!\[CDATA\[)|<\?(?!xml\s)|<\s*(?:[\w.-]+:)?(?:script|foreignobject|image|feimage|iframe|object|embed|audio|video|set|animate\w*)\b|\bxml:base\b|\son\w+\s*=|@import|\\|<!\[CDATA\[[\s\S]*<!/i;

const hasForeignEntity = (text: string) => /&(?!(?:amp|lt|gt|quot|apos);)/.test(text);

/** Names of other things: by `href` in any namespace, and by `url(...)` in attributes and styles. */
function outside(text: string): boolean {
  const hrefs = [...text.matchAll(/href\s*=\s*(["'])\s*(.?)/gi)].map(([, , first]) => first);
  const urls = [...text.matchAll(/url\s*\(\s*["']?\s*(.?)/gi)].map(([, first]) => first);
  return [...hrefs, ...urls].some((first) => first !== "#") || /href\s*=\s*[^"'\s]/i.test(text);
}

export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

const number = String.raw`\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)`;

/** In units of its own; undefined when it does not say how large it is. */
export function sizeOf(text: string): SvgSize | undefined {
  const root = rootOf(text);
  const box = new RegExp(
    String.raw`\sviewBox\s*=\s*["']${number}[\s,]+${number}[\s,]+${number}[\s,]+${number}\s*["']`,
  ).exec(root);
  const length = (name: string) =>
    Number(new RegExp(String.raw`\s${name}\s*=\s*["']${number}\s*(?:px|pt|mm|cm|in)?\s*["']`).exec(root)?.[1]);
  const size = box
    ? { width: Number(box[3]), height: Number(box[4]) }
    : { width: length("width"), height: length("height") };
  return size.width > 0 && size.height > 0 && Number.isFinite(size.width / size.height) ? size : undefined;
}

const rootOf = (text: string) => /<svg\b[^>]*>/.exec(text)?.[0] ?? "";

/** The same drawing in so many pixels, in the middle of them, whatever it said about its size. */
export function atSize(text: string, { width, height }: SvgSize): string {
  const own = sizeOf(text);
  const root = rootOf(text);
  const plain = root.replaceAll(/\s(?:width|height|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
  const box = /\sviewBox\s*=/.test(plain) || !own ? "" : ` viewBox="0 0 ${own.width} ${own.height}"`;
  return text.replace(root, () => plain.replace("<svg", `<svg width="${width}" height="${height}"${box}`));
}
