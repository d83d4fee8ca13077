import { useNavbarMobileSidebar } from "@docusaurus/theme-common/internal";
import OriginalMobileSidebar from "@theme-original/Navbar/MobileSidebar";
import { useState } from "react";

/**
 * Mobile sidebar that is rendered when it is first opened: else a phone would render all menus twice while the page
 * loads.
 */
export default function MobileSidebar() {
  const { shown } = useNavbarMobileSidebar();
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  return wasShown ? <OriginalMobileSidebar /> : null;
}
