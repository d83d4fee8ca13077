import { useEffect } from "react";

/**
 * Shows the bar with the sections of an operation once its title is above the window, and marks the section that is
 * being read.
 */
export function useSectionBar(id: string) {
  useEffect(() => {
    const follow = () => {
      const bar = document.querySelector<HTMLElement>("[data-section-bar]");
      const title = document.querySelector(".ref-title");
      if (bar === null || title === null) return;
      bar.hidden = title.getBoundingClientRect().bottom > bar.offsetTop + NAVBAR_HEIGHT;
      for (const link of bar.querySelectorAll("a")) {
        const section = document.getElementById(link.hash.slice(1))?.closest("section")?.getBoundingClientRect();
        const isRead = section !== undefined && section.top <= READ_LINE_PX && section.bottom > READ_LINE_PX;
        if (isRead) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };
    follow();
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, [id]);
}

/** Height of the navbar, in CSS pixels. */
const NAVBAR_HEIGHT = 56;
/** Line at which text counts as read: a third of the way below the bars. */
const READ_LINE_PX = 200;
