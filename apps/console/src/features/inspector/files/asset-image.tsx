import { IconPhotoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { assetQuery } from "../inspector.queries.ts";

/** Picture that needs the user's token: fetched as bytes, shown from the browser's memory. */
export function AssetImage({ id, alt }: { id: string; alt: string }) {
  const { data: bytes, isError } = useQuery(assetQuery(id));
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (bytes === undefined || image.current === null) return;
    const url = URL.createObjectURL(bytes);
    image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  if (isError) return <IconPhotoOff size={20} stroke={1.5} aria-label={alt} />;
  if (bytes === undefined) return <span className="ui-skeleton" style={{ width: "100%", height: "100%" }} />;
  return <img ref={image} alt={alt} decoding="async" />;
}
