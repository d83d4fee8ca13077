import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { type BoardView, readBoardView } from "#shared/state/board-view.ts";
import { localPath } from "#shared/screen/local-path.ts";
import { session } from "#shared/api/session.ts";
import { Crash } from "./crash.tsx";
import { NotFound } from "./not-found.tsx";

type Search = Record<string, unknown>;

/**
 * Limits a route's search parameters to those that it reads; the router itself keeps other parameters of the address
 * unchanged.
 */
const only =
  <T extends object>(read: (search: Search) => T) =>
  (search: Search): T => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });

interface SignInSearch {
  readonly to?: string;
  readonly tenant?: string;
}

function readSignIn({ to, tenant }: Search): SignInSearch {
  const path = typeof to === "string" ? localPath(to) : undefined;
  return { ...(path === undefined ? {} : { to: path }), ...(typeof tenant === "string" ? { tenant } : {}) };
}

const root = createRootRoute({ notFoundComponent: NotFound });

const board = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: only<BoardView>(readBoardView),
  beforeLoad: ({ location }) => {
    if (session.get() === null) redirect({ to: "/sign-in", search: { to: location.href }, throw: true });
  },
  component: lazyRouteComponent(() => import("./routes/board.tsx"), "BoardRoute"),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: only<SignInSearch>(readSignIn),
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
