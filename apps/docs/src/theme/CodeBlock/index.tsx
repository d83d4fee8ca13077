import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./styles.module.css";

interface CodeBlockProps {
  /** Code without colours. */
  readonly children?: ReactNode;
  /** The code as highlighted HTML, made when the site is built, see steps/highlight.ts. */
  readonly html?: string;
  readonly language?: string;
  /** Class with the language, for code between fences. */
  readonly className?: string;
  readonly title?: string;
}

const COPIED_MS = 1_500;

/** Replaces the theme's code block, which would load a highlighter and colour again what the page shows already. */
export default function CodeBlock({ children, html, language, className = "", title }: CodeBlockProps) {
  const code = useRef<HTMLPreElement>(null);
  const name = language === undefined ? className : `language-${language}`;
  return (
    <div className={`theme-code-block ${styles.block} ${name}`}>
      {title !== undefined && <div className={styles.title}>{title}</div>}
      <div className={styles.content}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, and keys have to reach them */}
        <pre ref={code} tabIndex={0} className={styles.code}>
          {html === undefined ? (
            <code>{typeof children === "string" ? children.trimEnd() : children}</code>
          ) : (
            // oxlint-disable-next-line react/no-danger -- made by our own build from our own samples
            <code dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </pre>
        <CopyButton textOf={() => code.current?.textContent ?? ""} />
      </div>
    </div>
  );
}

function CopyButton({ textOf }: { readonly textOf: () => string }) {
  const [wasCopied, setWasCopied] = useState(false);
  useEffect(() => {
    if (!wasCopied) return;
    const timer = window.setTimeout(() => setWasCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [wasCopied]);
  // Browsers allow the clipboard only on secure origins; elsewhere text is selected by hand.
  const copy = () => void navigator.clipboard?.writeText(textOf()).then(() => setWasCopied(true));
  return (
    <button type="button" className={styles.copy} aria-label="Copy code to clipboard" onClick={copy}>
      {wasCopied ? "Copied" : "Copy"}
    </button>
  );
}
