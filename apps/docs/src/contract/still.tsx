import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";
import { useHistory } from "@docusaurus/router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isPlainClick } from "./plain-click";

interface StillProps {
  /** Of the element around it; one for the whole page. */
  readonly id: string;
  readonly children: ReactNode;
}

/**
 * Very many elements that never change. Where the page came with them, they stay as they came: React neither makes them
 * a second time nor compares them, which on a phone takes longer than anything else on a page. Only who comes by a link
 * within the site has them made. Links that came with the page have no code of their own and are followed from here.
 */
export function Still({ id, children }: StillProps) {
  const frame = useRef<HTMLDivElement>(null);
  const history = useHistory();
  const [built] = useState(() => (ExecutionEnvironment.canUseDOM ? document.getElementById(id)?.innerHTML : undefined));
  useEffect(() => {
    const element = built === undefined ? null : frame.current;
    const follow = (event: MouseEvent) => {
      const { target } = event;
      if (!isPlainClick(event)) return;
      const to = target instanceof Element ? target.closest("a")?.getAttribute("href") : undefined;
      if (!to?.startsWith("/")) return;
      event.preventDefault();
      history.push(to);
    };
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, [built, history]);
  if (built === undefined)
    return (
      <div id={id} ref={frame}>
        {children}
      </div>
    );
  return (
    <div
      id={id}
      ref={frame}
      // oxlint-disable-next-line react/no-danger -- it is what the page was built with
      dangerouslySetInnerHTML={{ __html: built }}
      suppressHydrationWarning
    />
  );
}
