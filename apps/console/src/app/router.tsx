import { consolePaths } from "@leitstand/contract/core/console-paths";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { type BoardView, readBoardView } from "#shared/state/board-view.ts";
import { pathOnThisSite } from "#shared/screen/local-path.ts";
import { readCompanyOfSession } from "#features/session/company.ts";
import { userSessionStore } from "#shared/api/session.ts";
import { CrashPage } from "./crash.tsx";
import { NotFoundPage } from "./not-found.tsx";

type SearchParams = Record<string, unknown>;

/**
 * Limits a route's search parameters to those that it reads; the router itself keeps other parameters of the address
 * unchanged.
 */
const pickReadParams =
  <T extends object>(read: (search: SearchParams) => T) =>
  (search: SearchParams): T => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });

interface SignInSearch {
  readonly to?: string;
  readonly tenant?: string;
  /** Whether the page opens with the form that sends a link to a new password. */
  readonly forgot?: true;
}

function readSignInSearch({ to, tenant, forgot }: SearchParams): SignInSearch {
  const path = typeof to === "string" ? pathOnThisSite(to) : undefined;
  return {
    ...(path === undefined ? {} : { to: path }),
    ...(typeof tenant === "string" ? { tenant } : {}),
    ...(forgot === true ? { forgot } : {}),
  };
}

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage });

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: consolePaths.board,
  validateSearch: pickReadParams<BoardView>(readBoardView),
  beforeLoad: ({ location }) => {
    if (userSessionStore.get() === null)
      redirect({ to: consolePaths.signIn, search: { to: location.href }, throw: true });
    return readCompanyOfSession();
  },
  component: lazyRouteComponent(() => import("./routes/board.tsx"), "BoardRoute"),
});
const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: consolePaths.signIn,
  validateSearch: pickReadParams<SignInSearch>(readSignInSearch),
  component: lazyRouteComponent(() => import("./routes/sign-in.tsx"), "SignInRoute"),
});
const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: consolePaths.setPassword,
  component: lazyRouteComponent(() => import("./routes/set-password.tsx"), "SetPasswordRoute"),
});
const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dev/gallery",
  component: lazyRouteComponent(() => import("./routes/gallery.tsx"), "GalleryRoute"),
});
const isGalleryRouteEnabled = import.meta.env.DEV || import.meta.env.MODE === "gallery";

export const consoleRouter = createRouter({
  routeTree: rootRoute.addChildren([
    boardRoute,
    signInRoute,
    setPasswordRoute,
    ...(isGalleryRouteEnabled ? [galleryRoute] : []),
  ]),
  defaultPreload: false,
  defaultErrorComponent: CrashPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof consoleRouter;
  }
}
