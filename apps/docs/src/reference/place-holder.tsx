/** A route needs a component; what it shows is the frame's, which knows the address. */
export default function PlaceHolder() {
  return null;
}
