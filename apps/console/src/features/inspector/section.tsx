import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { createSharedStore, useStore } from "@leitstand/app/store";
import styles from "./section.module.css";

/** Sections that this user keeps closed, or open against their default, by name. */
const sectionToggles = createSharedStore<Readonly<Record<string, boolean>>>("leitstand.inspector-sections", {});

interface SectionProps {
  /** Name under which the state is remembered. */
  readonly name: string;
  readonly title: string;
  readonly count?: number | string | undefined;
  /** Whether it is open until the user has changed that. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Section of the inspector that can be folded; it stays folded when the next case is inspected. */
export function InspectorSection({ name, title, count, isOpen: first = true, children }: SectionProps) {
  const id = useId();
  const isOpen = useStore(sectionToggles)[name] ?? first;
  const toggle = () => sectionToggles.set({ ...sectionToggles.get(), [name]: !isOpen });
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <h3 className={styles["section-title"]} id={id}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <IconChevronRight size={13} stroke={2} className={styles["chevron"]} data-open={isOpen} />
          {title}
          {count !== undefined && <span className={styles["count"]}>{count}</span>}
        </button>
      </h3>
      {isOpen && <div className={styles["section-body"]}>{children}</div>}
    </section>
  );
}
