import { useColorMode } from "@docusaurus/theme-common";
import { useEffect, useRef, useState } from "react";
import { goTo, openExplorer } from "./open-explorer";
import styles from "./reference.module.css";

interface ExplorerProps {
  /**
   * Where in the interactive reference, as its addresses name it: `tag/cases/createCase`. Undefined until somebody wants
   * to try something; empty when it is no operation in particular.
   */
  readonly wanted: string | undefined;
}

/** The interactive reference. Its script weighs more than the whole site, so it comes when it is asked for. */
export function Explorer({ wanted }: ExplorerProps) {
  const { colorMode } = useColorMode();
  const place = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<string | undefined>();
  const isOpen = wanted !== undefined;

  // Before it is opened: it begins where the address says.
  useEffect(() => {
    if (wanted !== undefined && wanted !== "") goTo(wanted);
  }, [wanted]);
  useEffect(() => {
    if (!isOpen || place.current === null) return;
    const opened = openExplorer(place.current, colorMode);
    opened.catch((error: unknown) => setFault(String(error)));
    return () =>
      void opened.then(
        (close) => close(),
        () => undefined,
      );
  }, [isOpen, colorMode]);

  return (
    <div id="explorer" className={styles.explorer}>
      {fault !== undefined && <p role="alert">The interactive reference could not be loaded: {fault}</p>}
      {isOpen && <div ref={place} className={styles.place} />}
    </div>
  );
}
