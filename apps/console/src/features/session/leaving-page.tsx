import { tokenLifetimes } from "@leitstand/contract/operation/limits";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { createConsoleApiForToken, isApiProblem } from "#shared/api/api.ts";
import { goToSignIn } from "./sign-out.ts";
import styles from "./leaving-page.module.css";

const RETRY_MS = 5_000;
const IDLE_MINUTES = (tokenLifetimes.USER.idleSeconds ?? 0) / 60;

/**
 * Page after signing out: the session is gone from this browser, and the server is told. If it cannot be reached it is
 * told again until it answers, and the page says what closing it earlier means.
 */
export function SignOutPage({ token }: { token: string }) {
  const t = useTranslations("session");
  const [isLate, setLate] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const again = () => setRound((before) => before + 1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = new AbortController();
    endSessionOnServer(token, stop.signal).then(goToSignIn, () => {
      if (stop.signal.aborted) return;
      setLate(true);
      timer = setTimeout(again, RETRY_MS);
    });
    window.addEventListener("online", again);
    return () => {
      stop.abort();
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [token, round]);
  return (
    <main className={styles["page"]}>
      <h1>{isLate ? t("signed_out_here") : t("signing_out")}</h1>
      {isLate && (
        <div role="alert">
          <p>{t("signed_out_late", { minutes: IDLE_MINUTES })}</p>
          <p className={styles["actions"]}>
            <button type="button" className="link-button" onClick={() => setRound(round + 1)}>
              {t("retry")}
            </button>
            <button type="button" className="link-button" onClick={goToSignIn}>
              {t("to_sign_in")}
            </button>
          </p>
        </div>
      )}
    </main>
  );
}

/** Ends the session; one that the server no longer knows has ended as well. */
async function endSessionOnServer(token: string, signal: AbortSignal) {
  try {
    await createConsoleApiForToken(token).signOut(undefined, { signal });
  } catch (error) {
    if (!(isApiProblem(error) && error.status === 401)) throw error;
  }
}
