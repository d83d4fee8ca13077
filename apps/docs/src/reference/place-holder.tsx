/** Empty component for the router; the frame shows the page, by its address. */
export default function PlaceHolder() {
  return null;
}
