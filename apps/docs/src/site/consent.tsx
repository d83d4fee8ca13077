import { useEffect, useState } from "react";
import styles from "./consent.module.css";
import { loadSiteSettings } from "./site-facts";

const CONSENT_KEY = "consent.analytics";
type ConsentChoice = "granted" | "denied";

/**
 * Asks for consent before anything of a third party is loaded. Without configured analytics it does not ask; where the
 * choice cannot be stored it holds until the page is left.
 */
export function AnalyticsConsent() {
  const [script, setScript] = useState<string | null>(null);
  const [choice, setChoice] = useState<ConsentChoice | undefined>();
  const [asks, setAsks] = useState(false);

  useEffect(() => {
    loadSiteSettings().then(
      ({ analytics_script }) => {
        const stored = readConsent();
        setScript(analytics_script);
        setChoice(stored);
        setAsks(analytics_script !== null && stored === undefined);
      },
      // When the facts cannot be fetched nothing is loaded, as without consent.
      () => undefined,
    );
  }, []);

  useEffect(() => {
    if (choice === "granted" && script !== null) loadAnalytics(script);
  }, [choice, script]);

  if (script === null) return null;
  const decide = (made: ConsentChoice) => {
    const isWithdrawn = choice === "granted" && made === "denied";
    storeConsent(made);
    setChoice(made);
    setAsks(false);
    // A loaded script cannot be removed; a new page does not load it.
    if (isWithdrawn) window.location.reload();
  };
  return asks ? (
    <ConsentQuestion onChoice={decide} />
  ) : (
    <button type="button" className={styles.again} onClick={() => setAsks(true)}>
      Privacy settings
    </button>
  );
}

function ConsentQuestion({ onChoice }: { onChoice: (choice: ConsentChoice) => void }) {
  return (
    <section className={styles.banner} aria-label="Privacy settings">
      <p>
        May we count visits with an analytics service? It sets cookies. Nothing of it is loaded before you agree, and
        the site works the same without it.
      </p>
      <div className={styles.choices}>
        <button type="button" className="button button--primary" onClick={() => onChoice("granted")}>
          Agree
        </button>
        <button type="button" className="button button--primary" onClick={() => onChoice("denied")}>
          Decline
        </button>
      </div>
    </section>
  );
}

function loadAnalytics(src: string) {
  if (document.querySelector(`script[src=${JSON.stringify(src)}]`) !== null) return;
  document.head.append(Object.assign(document.createElement("script"), { src, async: true }));
}

function readConsent(): ConsentChoice | undefined {
  try {
    const stored = localStorage.getItem(CONSENT_KEY);
    return stored === "granted" || stored === "denied" ? stored : undefined;
  } catch {
    return undefined;
  }
}

function storeConsent(choice: ConsentChoice) {
  try {
    localStorage.setItem(CONSENT_KEY, choice);
  } catch {
    // A choice that cannot be stored is asked for again on the next visit.
  }
}
