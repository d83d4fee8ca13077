import type { WebPush } from "#push/subscription.ts";

/** What the app asks of the phone itself. The browser's answer is one; a native shell gives another. */
export interface Device {
  readonly position: DevicePosition;
  readonly screen: DeviceScreen;
  readonly sound: DeviceSound;
  readonly storage: DeviceStorage;
  readonly push: DevicePush;
  readonly camera: DeviceCamera;
}

/** `missing`: this phone has no such thing. */
export type Permission = "granted" | "denied" | "prompt" | "missing";

/** Where the phone was at one moment, by its own clock. */
export interface Fix {
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
  readonly accuracy_meters: number;
  readonly speed_meters_per_second: number | null;
  readonly heading_degrees: number | null;
}

interface DevicePosition {
  permission(): Promise<Permission>;
  /** Lets the phone put its own question; to be called by a tap. */
  ask(): Promise<Permission>;
  /** Every fix there is, at least one a minute where the phone gives any; ends by the function that it answers. */
  watch(onFix: (fix: Fix) => void): () => void;
}

interface DeviceScreen {
  readonly canStayOn: boolean;
  /** The screen does not go dark until the function that it answers is called. */
  keepOn(): () => void;
}

/** `soft` where somebody has died, `alarm` where somebody waits at the roadside. */
export type Tone = "alarm" | "soft";

/** What sounds at present. */
export interface Ring {
  quieter(): void;
  stop(): void;
}
interface DeviceSound {
  /** Phones let nothing sound before somebody has touched them; to be called by a tap. */
  unlock(): void;
  /** Again and again, with vibration where there is one, until it is stopped. */
  ring(tone: Tone): Ring;
}

interface DeviceStorage {
  /** What lies on the phone is not to be cleared away when storage is short. */
  keep(): Promise<void>;
  /** How much of what the app may use is used, from 0 to 1; null: the phone does not say. */
  usedShare(): Promise<number | null>;
}

interface DeviceCamera {
  permission(): Promise<Permission>;
  /** Lets the phone put its own question; to be called by a tap. Nothing is taken. */
  ask(): Promise<Permission>;
}

/** What the part of the app that runs without a page tells the page. */
export type WorkerNews = { readonly is: "pushed" } | { readonly is: "opened"; readonly address: string };

interface DevicePush {
  permission(): Promise<Permission>;
  /** Lets the phone put its own question; to be called by a tap. */
  ask(): Promise<Permission>;
  /** Where this phone is pushed by whoever has the key; undefined: it cannot be, or nobody allows it. */
  subscribe(key: string): Promise<WebPush | undefined>;
  /** Nothing is pushed here any more, and nothing that was is still to be seen. */
  forget(): Promise<void>;
  /** Whoever looks at the app needs no notices of it. */
  clear(): Promise<void>;
  /** For as long as the page lives. */
  follow(listener: (news: WorkerNews) => void): void;
  /** What waits is to be sent once there is network, also when the app is closed by then; where the phone can. */
  sendLater(): Promise<void>;
}
