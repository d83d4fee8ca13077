import type { ReactNode } from "react";

/** Renders the form that writes a message to the crew of a tour or of a vehicle; the route hands it to the inspector. */
export type RenderMessageForm = (to: { readonly tour_id: string } | { readonly vehicle_id: string }) => ReactNode;
