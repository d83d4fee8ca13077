import { type ReactNode, useEffect, useState } from "react";
import "./states.css";

const SKELETON_AFTER_MS = 200;

/** Grey shapes in the geometry of the content that loads. Shown late, so that a quick answer does not flicker. */
export function Skeleton({
  rows,
  height,
  gap = 8,
  label,
}: {
  rows: number;
  height: number;
  gap?: number;
  label: string;
}) {
  return (
    <DelayedContent>
      <div role="status" aria-label={label} style={{ display: "grid", gap, padding: 12 }}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="ui-skeleton" style={{ height }} />
        ))}
      </div>
    </DelayedContent>
  );
}

/** Shows its content a moment after all around it. */
export function DelayedContent({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : null;
}

/** Empty state: one sentence, and the one action to take. */
export const EmptyState = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="ui-blank">
    <span>{children}</span>
    {action}
  </div>
);

interface FaultTexts {
  readonly title: string;
  readonly message: string;
  readonly code: string;
  readonly traceId: string | undefined;
  readonly retry: string;
  readonly copy: string;
}

/** Shows a fault in place: title, code, trace id to pass on, and the way to try again. */
export function FaultPanel({ texts, onRetry }: { texts: FaultTexts; onRetry?: (() => void) | undefined }) {
  const { title, message, code, traceId, retry, copy } = texts;
  return (
    <div className="ui-fault" role="alert">
      <strong>{title}</strong>
      <p>{message}</p>
      <p>
        <code>{code}</code> {traceId !== undefined && <TraceId traceId={traceId} copy={copy} />}
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {retry}
        </button>
      )}
    </div>
  );
}

/** Id of a request to pass on: a button that copies it, or the whole id where a page without https has no clipboard. */
export const TraceId = ({ traceId, copy }: { traceId: string; copy: string }) =>
  navigator.clipboard === undefined ? (
    <code>{traceId}</code>
  ) : (
    <button type="button" onClick={() => void navigator.clipboard.writeText(traceId)} title={copy}>
      <code>{traceId.slice(0, 8)}</code>
    </button>
  );

/** Reason of a failure, in one line beside the action that failed; nothing as long as there is no reason. */
export const InlineFault = ({ children }: { children: ReactNode }) =>
  children === undefined ? null : (
    <div className="ui-fault-line" role="alert">
      {children}
    </div>
  );

/** Thin line on top of data that is being fetched again; the data stays readable. */
export const RefreshingBar = ({ active }: { active: boolean }) =>
  active ? <div className="ui-stale" aria-hidden /> : null;

export const KeyboardKey = ({ children }: { children: ReactNode }) => <kbd className="ui-kbd">{children}</kbd>;
export const TagLabel = ({ children }: { children: ReactNode }) => <span className="ui-tag">{children}</span>;
