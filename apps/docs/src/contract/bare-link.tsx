import { useHistory } from "@docusaurus/router";
import useBrokenLinks from "@docusaurus/useBrokenLinks";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "./plain-click";

interface BareLinkProps {
  /** Path on this site. */
  readonly to: string;
  readonly children: ReactNode;
}

/**
 * Link for very long lists: Docusaurus's own links each observe the screen and prefetch pages, which is too much for so
 * many.
 */
export function LinkWithoutPrefetch({ to, children }: BareLinkProps) {
  const history = useHistory();
  useBrokenLinks().collectLink(to);
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    history.push(to);
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}
