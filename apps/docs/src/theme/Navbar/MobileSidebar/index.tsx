import { useNavbarMobileSidebar } from "@docusaurus/theme-common/internal";
import OriginalMobileSidebar from "@theme-original/Navbar/MobileSidebar";
import { useState } from "react";

/** Made when somebody opens it first: before, a phone would draw all menus a second time while the page loads. */
export default function MobileSidebar() {
  const { shown } = useNavbarMobileSidebar();
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  return wasShown ? <OriginalMobileSidebar /> : null;
}
