import { useHistory } from "@docusaurus/router";
import useBrokenLinks from "@docusaurus/useBrokenLinks";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "./plain-click";

interface BareLinkProps {
  /** A path of this site. */
  readonly to: string;
  readonly children: ReactNode;
}

/** One of very many: Docusaurus's own links each watch the screen, to fetch ahead what nobody may want to read. */
export function BareLink({ to, children }: BareLinkProps) {
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
