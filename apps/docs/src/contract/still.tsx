import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";
import { useHistory } from "@docusaurus/router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isPlainClick } from "./plain-click";

interface StillProps {
  /** Id of the surrounding element, unique on the page. */
  readonly id: string;
  readonly children: ReactNode;
}

/**
 * A large number of elements that never change. React keeps the HTML that the page was built with, and neither creates
 * nor compares them, which on a phone takes longer than anything else on a page. They are only created when the page is
 * opened by a link within the site. Links in the built HTML have no handlers of their own and are followed from here.
 */
export function UnhydratedContent({ id, children }: StillProps) {
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
