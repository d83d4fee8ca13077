import type { LoadingComponentProps } from "react-loadable";
import styles from "./styles.module.css";

/** Shown while a page loads for more than 200 ms, and when it could not be loaded. */
export default function Loading({
  error,
  retry,
  pastDelay,
}: Pick<LoadingComponentProps, "error" | "retry" | "pastDelay">) {
  if (error) {
    return (
      <div className={styles.failed} role="alert">
        <p>{String(error)}</p>
        <button type="button" className="button button--primary" onClick={retry}>
          Retry
        </button>
      </div>
    );
  }
  return pastDelay ? <div className={styles.spinner} role="progressbar" aria-label="Loading" /> : null;
}
