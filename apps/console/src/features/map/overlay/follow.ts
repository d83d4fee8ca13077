import { distanceMeters, type LonLatPair } from "./geometry.ts";

/** Camera of a map, as far as following needs it. */
interface FollowingCamera {
  getCenter(): { readonly lng: number; readonly lat: number };
  isMoving(): boolean;
  isZooming(): boolean;
  jumpTo(to: { center: { lng: number; lat: number } }): unknown;
  easeTo(to: { center: { lng: number; lat: number }; duration: number }): unknown;
}

const FOLLOW_AFTER_METERS = 3;

/** Centres the camera on a followed vehicle; one that glides needs no second easing by the camera. */
export function followPlace(camera: FollowingCamera, [lng, lat]: LonLatPair, isGliding: boolean) {
  const center = camera.getCenter();
  if (distanceMeters([center.lng, center.lat], [lng, lat]) < FOLLOW_AFTER_METERS) return;
  // A jump would stop a zoom by the wheel or the buttons; the camera follows again at its end.
  if (camera.isZooming()) return;
  if (isGliding) camera.jumpTo({ center: { lng, lat } });
  else if (!camera.isMoving()) camera.easeTo({ center: { lng, lat }, duration: 900 });
}
