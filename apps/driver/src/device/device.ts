import type { WebPushSubscription } from "#push/subscription.ts";

/** Functions of the phone that the app uses. The browser implements them here; a native shell could do so otherwise. */
export interface PhoneFunctions {
  readonly position: DevicePosition;
  readonly screen: DeviceScreen;
  readonly sound: DeviceSound;
  readonly storage: DeviceStorage;
  readonly push: DevicePush;
  readonly camera: DeviceCamera;
}

/** Permission for a function; `missing`: this phone does not have it. */
export type DevicePermissionState = "granted" | "denied" | "prompt" | "missing";

/** Position of the phone at one moment, by its own clock. */
export interface PositionFix {
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
  readonly accuracy_meters: number;
  readonly speed_meters_per_second: number | null;
  readonly heading_degrees: number | null;
}

interface DevicePosition {
  permission(): Promise<DevicePermissionState>;
  /** Lets the phone ask the driver; has to be called by a tap. */
  ask(): Promise<DevicePermissionState>;
  /** Reports every fix, at least one a minute where the phone gives any; returns the function that ends it. */
  watch(onFix: (fix: PositionFix) => void): () => void;
}

interface DeviceScreen {
  readonly canStayOn: boolean;
  /** Keeps the screen on until the returned function is called. */
  keepOn(): () => void;
}

/** Tone of an alarm: `soft` for a transport of a deceased, `alarm` for a breakdown at the roadside. */
export type AlarmTone = "alarm" | "soft";

/** Handle of an alarm that sounds at present. */
export interface SoundingAlarm {
  quieter(): void;
  stop(): void;
}
interface DeviceSound {
  /** Allows sound: phones play none before the first touch of the screen. Has to be called by a tap. */
  unlock(): void;
  /** Sounds repeatedly, with vibration where there is one, until it is stopped. */
  ring(tone: AlarmTone): SoundingAlarm;
}

interface DeviceStorage {
  /** Asks the browser not to clear the app's data when storage is short. */
  keep(): Promise<void>;
  /** Used share of the app's storage, from 0 to 1; null when the phone does not say. */
  usedShare(): Promise<number | null>;
}

interface DeviceCamera {
  permission(): Promise<DevicePermissionState>;
  /** Lets the phone ask the driver; has to be called by a tap. No picture is taken. */
  ask(): Promise<DevicePermissionState>;
}

/** Message of the service worker to the page. */
export type ServiceWorkerMessage = { readonly is: "pushed" } | { readonly is: "opened"; readonly address: string };

interface DevicePush {
  permission(): Promise<DevicePermissionState>;
  /** Lets the phone ask the driver; has to be called by a tap. */
  ask(): Promise<DevicePermissionState>;
  /** Subscribes this phone for pushes signed with the key; undefined when it is not possible or not allowed. */
  subscribe(key: string): Promise<WebPushSubscription | undefined>;
  /** Ends the subscription, and removes notices that are still shown. */
  forget(): Promise<void>;
  /** Removes shown notices: they are not needed while the app is open. */
  clear(): Promise<void>;
  /** Listens to the service worker for as long as the page lives. */
  follow(listener: (news: ServiceWorkerMessage) => void): void;
  /**
   * Has the service worker send waiting entries once there is network, where the phone can, even when the app is closed
   * by then.
   */
  sendLater(): Promise<void>;
}
