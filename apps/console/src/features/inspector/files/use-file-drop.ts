import { useEffect, useRef, useState } from "react";

/** Accepts files dragged in from outside the browser; other drags are ignored. */
export function useFileDrop<T extends HTMLElement>(onFiles: (files: FileList) => void) {
  const target = useRef<T>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const hover = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = () => setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      latest.current(event.dataTransfer.files);
    };
    element.addEventListener("dragover", hover);
    element.addEventListener("dragleave", leave);
    element.addEventListener("drop", drop);
    return () => {
      element.removeEventListener("dragover", hover);
      element.removeEventListener("dragleave", leave);
      element.removeEventListener("drop", drop);
    };
  }, []);
  return { target, isOver };
}
