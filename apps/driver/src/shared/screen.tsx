import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ConnectionPill } from "./pill.tsx";
import { TapNotStoredNotice } from "./notices/not-written-notice.tsx";
import { RefusedEntriesNotice } from "./notices/refused-notice.tsx";
import { goBack } from "./route.ts";
import { TapButton, type TapHandler } from "./tap-button.tsx";
import { UndoToast } from "./notices/undo-toast.tsx";

interface ScreenProps {
  readonly title: string;
  /** Text beside the title, less prominent. */
  readonly aside?: string;
  readonly hasBack?: boolean;
  readonly children: ReactNode;
  /** Tools beside the primary button; forms have none. */
  readonly tools?: ReactNode;
  /** Primary button, in reach of the thumb. */
  readonly primary?: ReactNode;
  /** Further actions, shown as text buttons. */
  readonly actions?: ReactNode;
}

/** Length in characters from which a title leaves less room for the elements beside it. */
const LONG_TITLE_LENGTH = 12;

/** Screen of the app: only the content scrolls, and the next step stays in reach of the thumb. */
export function ScreenLayout({ title, aside, hasBack = false, children, tools, primary, actions }: ScreenProps) {
  const t = useTranslations("frame");
  return (
    <div className="screen">
      <header className="head">
        {hasBack && (
          <button type="button" className="back" aria-label={t("back")} onClick={goBack}>
            <IconChevronLeft size={28} aria-hidden />
          </button>
        )}
        <h1>
          {title} {aside !== undefined && <small>{aside}</small>}
        </h1>
        <ConnectionPill isBrief={`${title}${aside ?? ""}`.length > LONG_TITLE_LENGTH} />
      </header>
      <RefusedEntriesNotice />
      <TapNotStoredNotice />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys have to reach it where nothing in it can be tapped */}
      <main className="content" tabIndex={0}>
        {children}
      </main>
      <UndoToast />
      <footer className="foot">
        {tools !== undefined && <div className="tools">{tools}</div>}
        {primary}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </footer>
    </div>
  );
}

interface PrimaryProps<R> {
  readonly children: ReactNode;
  readonly hint?: string;
  readonly icon?: ReactNode;
  /** The button is busy until the returned promise is settled. */
  readonly onClick: TapHandler<R>;
}
export const PrimaryButton = <R,>({ children, hint, icon, onClick }: PrimaryProps<R>) => (
  <TapButton className="primary" onClick={onClick}>
    <span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </span>
    {icon}
  </TapButton>
);

interface ToolProps<R> {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly onClick: TapHandler<R>;
}
export const ToolButton = <R,>({ icon, children, onClick }: ToolProps<R>) => (
  <TapButton className="tool" onClick={onClick}>
    {icon}
    {children}
  </TapButton>
);

interface TextActionProps<R> {
  readonly children: ReactNode;
  readonly onClick: TapHandler<R>;
}
export const TextActionButton = <R,>({ children, onClick }: TextActionProps<R>) => (
  <TapButton className="text-action" onClick={onClick}>
    {children}
  </TapButton>
);
