import OriginalSearchPage from "@theme-original/SearchPage";
import { useEffect } from "react";

/** The page of the search says nowhere which part of it is the main one. */
export default function SearchPage() {
  useEffect(() => {
    const part = document.getElementById("__docusaurus_skipToContent_fallback");
    part?.setAttribute("role", "main");
    return () => part?.removeAttribute("role");
  }, []);
  return <OriginalSearchPage />;
}
