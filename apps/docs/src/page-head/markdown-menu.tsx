import { useEffect, useRef, useState } from "react";
import { Glyph } from "../site/glyph";
import { markdownPath } from "../site/markdown-path";
import styles from "./markdown-menu.module.css";

type CopyResult = "page" | "link" | "nothing";
const COPY_RESULT_TEXTS: Readonly<Record<CopyResult, string>> = {
  page: "Copied",
  link: "Link copied",
  nothing: "Could not be copied",
};
const RESULT_SHOWN_MS = 1_500;

/** Menu for the page as Markdown: copy it, open it, or copy its link. */
export function MarkdownMenu({ path }: { readonly path: string }) {
  const [copied, setCopied] = useState<CopyResult>();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useFoldingMenu(root);
  const twin = markdownPath(path);
  useEffect(() => {
    if (copied === undefined) return;
    const timer = window.setTimeout(() => setCopied(undefined), RESULT_SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = (what: CopyResult, text: () => Promise<string>) => {
    setIsOpen(false);
    copyToClipboard(text).then(
      () => setCopied(what),
      () => setCopied("nothing"),
    );
  };
  return (
    <div className={styles.menu} ref={root}>
      <button type="button" className={styles.copy} onClick={() => copy("page", () => fetchText(twin))}>
        <Glyph name="markdown" />
        <span aria-live="polite">{copied === undefined ? "Copy as Markdown" : COPY_RESULT_TEXTS[copied]}</span>
      </button>
      <button
        type="button"
        className={styles.more}
        aria-label="More ways to Markdown"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Glyph name="down" size={14} />
      </button>
      {isOpen && (
        <MarkdownActions
          twin={twin}
          onCopyLink={() => copy("link", async () => new URL(twin, window.location.href).href)}
        />
      )}
    </div>
  );
}

const MarkdownActions = ({ twin, onCopyLink }: { readonly twin: string; readonly onCopyLink: () => void }) => (
  <ul className={styles.ways}>
    <li>
      <a href={twin}>Open as Markdown</a>
    </li>
    <li>
      <button type="button" onClick={onCopyLink}>
        Copy link to Markdown
      </button>
    </li>
  </ul>
);

/** Whether a menu is open; it closes by a click elsewhere or Escape. */
function useFoldingMenu(root: React.RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const goElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node) || !root.current?.contains(target)) setIsOpen(false);
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setIsOpen(false);
      root.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
    };
    document.addEventListener("pointerdown", goElsewhere);
    document.addEventListener("focusin", goElsewhere);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", goElsewhere);
      document.removeEventListener("focusin", goElsewhere);
      document.removeEventListener("keydown", escape);
    };
  }, [isOpen, root]);
  return [isOpen, setIsOpen] as const;
}

async function fetchText(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
}

/** Copies a text. Some browsers allow writing only directly after a click: they get a promise of the text. */
async function copyToClipboard(text: () => Promise<string>): Promise<void> {
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text());
  const blob = text().then((content) => new Blob([content], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}
