import { onlineManager } from "@tanstack/react-query";

interface NetworkOptions {
  /** Signal that ends the waiting and the work. */
  readonly signal: AbortSignal;
  readonly onOffline: () => void;
}

/** Waits for a network, and begins the work again when the network is lost meanwhile. */
export async function retryWithNetwork<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: NetworkOptions,
): Promise<T> {
  const { signal, onOffline } = options;
  for (;;) {
    if (!onlineManager.isOnline()) {
      onOffline();
      await waitUntilOnline(signal);
    }
    signal.throwIfAborted();
    // A request under way may then never be answered, without any error.
    const lost = new AbortController();
    const stopListening = onlineManager.subscribe((isOnline) => {
      if (!isOnline) lost.abort();
    });
    try {
      return await work(AbortSignal.any([signal, lost.signal]));
    } catch (fault) {
      if (!lost.signal.aborted || signal.aborted) throw fault;
    } finally {
      stopListening();
    }
  }
}

/** Resolves as soon as there is a network, or the signal is aborted. */
function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stopListening();
      signal.removeEventListener("abort", settle);
      resolve();
    };
    const stopListening = onlineManager.subscribe((isOnline) => {
      if (isOnline) settle();
    });
    signal.addEventListener("abort", settle);
  });
}
