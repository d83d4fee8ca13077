import { IconPhotoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { assetQuery } from "./inspector.queries.ts";

/** A picture that only its reader's token opens: fetched as bytes, shown from the browser's memory. */
export function AssetImage({ id, alt }: { id: string; alt: string }) {
  const { data: bytes, isError } = useQuery(assetQuery(id));
  const url = useObjectUrl(bytes);
  if (isError) return <IconPhotoOff size={20} stroke={1.5} aria-label={alt} />;
  if (url === undefined) return <span className="ui-skeleton" style={{ width: "100%", height: "100%" }} />;
  return <img src={url} alt={alt} decoding="async" />;
}

function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url;
}
