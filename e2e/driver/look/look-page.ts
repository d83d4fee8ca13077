/**
 * Layout faults on a screen of the phone, in words; read in the page itself. Only the open dialog is checked: behind it
 * nothing can be read or touched.
 */
export interface LookPage {
  /** Finds faults; `isPlain`: the letters have the app's own size. */
  faults(options: { readonly isPlain: boolean }): string[];
  /** All texts that can be read or are read aloud. */
  texts(): string[];
  /** Elements that are painted red, except for those that may be. */
  reds(): string[];
}

const TARGET_MIN = 48;
const PRIMARY_MIN = 68;
const LETTER_MIN = 14;
const TOLERANCE = 1.5;
/** Smallest height of the content in pixels that still shows what it is about. */
const CONTENT_MIN = 100;

const open = () => document.querySelector("dialog[open]") ?? document.body;
const all = (selector: string) => [...open().querySelectorAll<HTMLElement>(selector)];
const isHidden = (element: Element) =>
  element.closest(".visually-hidden") !== null || getComputedStyle(element).visibility === "hidden";

const nameOf = (element: Element) => {
  const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replaceAll(/\s+/g, " ");
  return `${element.tagName.toLowerCase()}.${element.classList.value.replaceAll(" ", ".")} "${words.slice(0, 60)}"`;
};

function visibleTexts(): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(open(), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    if (parentElement !== null && (node.textContent ?? "").trim() !== "" && !isHidden(parentElement))
      found.push(node as Text);
  }
  return found;
}

function linesOf(node: Node): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width }) => width > 0);
}

/** First box around a text that the text does not fit into. */
function findTooSmallBox(line: DOMRect, from: Element): Element | undefined {
  let isScrolled = false;
  for (let box: Element | null = from; box !== null && box !== open().parentElement; box = box.parentElement) {
    const { display, overflowY, overflowX } = getComputedStyle(box);
    if (display === "inline" || display === "contents") continue;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (line.left < left - TOLERANCE || line.right > right + TOLERANCE) return box;
    isScrolled ||= overflowY === "auto" || overflowY === "scroll";
    const isClipped = overflowX === "hidden" || box.matches("button, label, .card, .toast");
    if (isClipped && !isScrolled && (line.top < top - 3 || line.bottom > bottom + 3)) return box;
  }
  return undefined;
}

function cutTexts(): string[] {
  return visibleTexts().flatMap((node) => {
    const from = node.parentElement;
    if (from === null) return [];
    return linesOf(node).flatMap((line) => {
      if (line.left < -TOLERANCE || line.right > innerWidth + TOLERANCE)
        return `outside of the screen: ${nameOf(from)}`;
      const box = findTooSmallBox(line, from);
      return box === undefined ? [] : `does not fit into ${nameOf(box)}: ${node.textContent}`;
    });
  });
}

/** Words that are broken over two lines. */
function brokenWords(): string[] {
  return visibleTexts().flatMap((node) => {
    if (linesOf(node).length < 2) return [];
    return [...(node.textContent ?? "").matchAll(/[\p{L}\d]{2,}/gu)].flatMap(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      );
      return lines.size > 1 ? `broken in two: ${word}` : [];
    });
  });
}

function sidewaysScrolls(): string[] {
  const scrolls = [document.documentElement, ...all("*")].filter((element) => {
    const { overflowX } = getComputedStyle(element);
    const isPage = element === document.documentElement;
    if (element.matches("input, textarea, .visually-hidden") || (!isPage && overflowX === "visible")) return false;
    return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + TOLERANCE;
  });
  return scrolls.map((element) => `scrolls sideways: ${nameOf(element)}`);
}

/** Touch targets that are too small; for a field in a label the whole label counts. */
function smallTargets(): string[] {
  const targets = all("button, a[href], summary, label:has(input, textarea), :is(input, textarea):not(label *)");
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || isHidden(target)) return [];
    const least = target.matches(".primary, .tool") ? PRIMARY_MIN : TARGET_MIN;
    const isEnough = width >= TARGET_MIN - 0.5 && height >= least - 0.5;
    return isEnough ? [] : `${Math.round(width)} by ${Math.round(height)}: ${nameOf(target)}`;
  });
}

const smallTexts = () =>
  visibleTexts().flatMap(({ parentElement }) => {
    if (parentElement === null) return [];
    const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
    return size >= LETTER_MIN ? [] : `${size} px: ${nameOf(parentElement)}`;
  });

/**
 * Parts of the foot or the content that are squeezed: the next step must be visible as a whole, and so must its
 * subject.
 */
function squeezedParts(): string[] {
  const feet = all(".foot").filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + TOLERANCE);
  const contents = all(".content").filter(({ clientHeight }) => clientHeight < CONTENT_MIN);
  return [
    ...feet.map((foot) => `must be scrolled: ${nameOf(foot)}`),
    ...contents.map((content) => `${content.clientHeight} high: ${nameOf(content)}`),
  ];
}

function texts(): string[] {
  const spoken = ["aria-label", "placeholder", "title", "alt"].flatMap((name) =>
    all(`[${name}]`).map((element) => element.getAttribute(name) ?? ""),
  );
  return [
    ...visibleTexts().map(({ textContent }) => textContent ?? ""),
    ...all(".visually-hidden").map(({ textContent }) => textContent ?? ""),
    ...spoken,
  ];
}

/**
 * Elements that may be red even in a transport: messages of the dispatcher, refusals of the server and defects of a
 * vehicle.
 */
const MAY_BE_RED = ".card.message, .card.refused, .check-row.defect";
const PAINTS = [
  "color",
  "backgroundColor",
  "borderTopColor",
  "borderLeftColor",
  "outlineColor",
  "fill",
  "stroke",
] as const;

function reds(): string[] {
  return all("*").flatMap((element) => {
    if (element.closest(MAY_BE_RED) !== null || isHidden(element)) return [];
    const style = getComputedStyle(element);
    const red = PAINTS.find((paint) => isRed(style[paint]));
    return red === undefined ? [] : `${red} ${style[red]}: ${nameOf(element)}`;
  });
}

/** Whether a colour is red by its hue, written as `rgb(216 3 35)` or as `color(srgb 0.85 0.01 0.14)`. */
function isRed(color: string): boolean {
  const numbers = (color.match(/[\d.]+/g) ?? []).map(Number);
  const [r = 0, g = 0, b = 0, alpha = 1] = color.startsWith("color(")
    ? numbers.map((n, at) => (at < 3 ? n * 255 : n))
    : numbers;
  const chroma = r - Math.min(g, b);
  return alpha > 0 && chroma >= 12 && r > g && r > b && Math.abs(g - b) / chroma < 1 / 3;
}

const faults: LookPage["faults"] = ({ isPlain }) => [
  ...cutTexts(),
  ...sidewaysScrolls(),
  ...smallTargets(),
  ...(isPlain ? [...brokenWords(), ...smallTexts(), ...squeezedParts()] : []),
];

Object.assign(window, { lookPage: { faults, texts, reds } satisfies LookPage });
