/** Types of the worker's global scope: those of pages and of workers exclude each other. */

interface ExtendableEventLike extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends ExtendableEventLike {
  /** Static routes, which not every browser supports. */
  addRoutes?(rule: { readonly condition: { readonly urlPattern: string }; readonly source: "network" }): Promise<void>;
}
interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends ExtendableEventLike {
  readonly data: { text(): string } | null;
}
interface NoticeEvent extends ExtendableEventLike {
  readonly notification: Notification;
}
interface SyncEvent extends ExtendableEventLike {
  readonly tag: string;
}
/** Window that shows the app. */
interface AppWindow {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration & {
    /** Background Sync, which not every browser supports. */
    readonly sync?: { register(tag: string): Promise<void> };
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(of: { readonly type: "window"; readonly includeUncontrolled: boolean }): Promise<readonly AppWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "activate" | "pushsubscriptionchange", listener: (event: ExtendableEventLike) => void): void;
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEventLike) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NoticeEvent) => void): void;
  addEventListener(type: "sync", listener: (event: SyncEvent) => void): void;
}

export const workerScope = globalThis as unknown as WorkerScope;

/** Windows that show the app, the focused one first; the console may be open beside it. */
export async function findAppWindows(): Promise<readonly AppWindow[]> {
  const { scope } = workerScope.registration;
  const all = await workerScope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const windows = all.filter(({ url }) => url.startsWith(scope));
  const isSeen = ({ visibilityState }: AppWindow) => visibilityState === "visible";
  return [...windows.filter(isSeen), ...windows.filter((one) => !isSeen(one))];
}
