/** Glyphs of a text and where they are put, as fontkit answers them. */
export interface GlyphRun {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly { readonly xAdvance: number }[];
  readonly advanceWidth: number;
}
type FontFeatures = readonly string[] | Readonly<Record<string, boolean>>;
export type LayoutText = (text: string, features?: FontFeatures) => GlyphRun;

/** Object of fontkit that places the glyphs of a font, which its types do not name. */
export interface GlyphPlacer {
  applyLookup(this: GlyphPlacer, kind: number, table: unknown): boolean;
}

/**
 * Lets a font try its next table where one of them has no place for a mark on a letter: OpenType allows such gaps, and
 * fontkit 2.0.4 fails at them.
 */
export function skipMissingAnchors(placer: GlyphPlacer) {
  const { applyLookup } = placer;
  placer.applyLookup = function (kind, table) {
    try {
      return applyLookup.call(this, kind, table);
    } catch {
      return false;
    }
  };
}

/**
 * Lays a text out, whatever its font fails at: then with marks where the font draws them by itself, else letter by
 * letter, and a letter that fails as a space.
 */
export function layoutWithoutFail(layout: LayoutText, text: string, features?: FontFeatures): GlyphRun {
  // fontkit writes to the features that it is given.
  const layoutUnplaced = (part: string) => layout(part, { mark: false, mkmk: false, curs: false });
  const layoutLetter = (letter: string) =>
    firstOf(
      () => layoutUnplaced(letter),
      () => layoutUnplaced(" "),
    );
  return firstOf(
    () => layout(text, features),
    () => layoutUnplaced(text),
    () => joinRuns(Array.from(text, layoutLetter)),
  );
}

/** First answer that succeeds; the error of the last one is thrown. */
function firstOf<T>(attempt: () => T, ...others: readonly (() => T)[]): T {
  const [next, ...later] = others;
  if (next === undefined) return attempt();
  try {
    return attempt();
  } catch {
    return firstOf(next, ...later);
  }
}

/** Runs as one, whose width follows its positions: pdfkit scales these. */
function joinRuns(runs: readonly GlyphRun[]): GlyphRun {
  const positions = runs.flatMap((run) => run.positions);
  return {
    glyphs: runs.flatMap((run) => run.glyphs),
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
