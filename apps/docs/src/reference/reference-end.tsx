import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { apiVersion } from "../../company";

const PageFeedback = lazy(async () => ({ default: (await import("../feedback/page-feedback")).PageFeedback }));

/** Feedback on a page of the reference; its scripts are loaded when the end of the page comes into view. */
export function ReferencePageEnd({ page }: { readonly page: string }) {
  const place = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true));
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <footer ref={place} className="ref-end">
      {isNear && (
        <Suspense>
          <PageFeedback page={page} version={apiVersion} />
        </Suspense>
      )}
    </footer>
  );
}
