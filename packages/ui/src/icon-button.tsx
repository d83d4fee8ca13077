import type { ComponentProps } from "react";
import "./icon-button.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "style" | "aria-label"> {
  /** Meaning of the icon, for screen readers. */
  readonly label: string;
  /** Side length of the button in pixels. */
  readonly size?: number;
  /** Whether it has a border, like the buttons with words beside it. */
  readonly isFramed?: boolean;
}

/** Square button with an icon: closes, opens a menu, goes on. */
export const IconButton = ({ label, size = 28, isFramed = false, className, ...button }: IconButtonProps) => (
  <button
    {...button}
    type="button"
    className={className ? `ui-icon-button ${className}` : "ui-icon-button"}
    style={{ "--side": `${size}px` } as Record<string, string>}
    aria-label={label}
    data-framed={isFramed}
  />
);
