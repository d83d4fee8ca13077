import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { readBoardView } from "#shared/board-view.ts";
import { session } from "#shared/session.ts";
import { Crash } from "./crash.tsx";
import { NotFound } from "./not-found.tsx";

const root = createRootRoute({ notFoundComponent: NotFound });

const board = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readBoardView,
  beforeLoad: ({ location }) => {
    if (session.get() === null) redirect({ to: "/sign-in", search: { to: location.href }, throw: true });
  },
  component: lazyRouteComponent(() => import("./routes/board.tsx"), "BoardRoute"),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: ({ to, tenant }: Record<string, unknown>): { to?: string; tenant?: string } => ({
    ...(typeof to === "string" && /^\/(?!\/)/.test(to) ? { to } : {}),
    ...(typeof tenant === "string" ? { tenant } : {}),
  }),
  component: lazyRouteComponent(() => import("./routes/sign-in.tsx"), "SignInRoute"),
});
const setPassword = createRoute({
  getParentRoute: () => root,
  path: "/set-password",
  component: lazyRouteComponent(() => import("./routes/set-password.tsx"), "SetPasswordRoute"),
});
const gallery = createRoute({
  getParentRoute: () => root,
  path: "/dev/gallery",
  component: lazyRouteComponent(() => import("./routes/gallery.tsx"), "GalleryRoute"),
});
const hasGallery = import.meta.env.DEV || import.meta.env.MODE === "gallery";

export const router = createRouter({
  routeTree: root.addChildren([board, signIn, setPassword, ...(hasGallery ? [gallery] : [])]),
  defaultPreload: false,
  defaultErrorComponent: Crash,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
