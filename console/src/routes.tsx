/**
 * Every address of the console and its page: a page is one file of `pages/`, loaded when it is opened, and one line in
 * the table below.
 */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import {
  readAuditSearch,
  readConversationsSearch,
  readEventSearch,
  readFailureSearch,
  readFlowSearch,
  readLogInSearch,
  readStartSearch,
} from './search.ts';
import { findSession, logInByLink } from './session.ts';
import { FailedPage } from './shell/failed-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  errorComponent: FailedPage,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ context, location }) => {
    if (location.pathname === '/log-in' || (await findSession(context.queries))) return;
    throw redirect({ to: '/log-in', search: { from: location.href } });
  },
});
const getParentRoute = () => root;
const lazy = lazyRouteComponent;

const ROUTES = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazy(() => import('./pages/start.tsx')),
    validateSearch: readStartSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/log-in',
    component: lazy(() => import('./pages/log-in.tsx')),
    validateSearch: readLogInSearch,
    beforeLoad: async ({ context }) => ({ link: await logInByLink(context.queries) }),
  }),
  createRoute({ getParentRoute, path: '/developer', component: lazy(() => import('./pages/developer.tsx')) }),
  createRoute({
    getParentRoute,
    path: '/audit-log',
    component: lazy(() => import('./pages/audit-log.tsx')),
    validateSearch: readAuditSearch,
  }),
  createRoute({ getParentRoute, path: '/connectors', component: lazy(() => import('./pages/connectors.tsx')) }),
  createRoute({ getParentRoute, path: '/people', component: lazy(() => import('./pages/people.tsx')) }),
  createRoute({ getParentRoute, path: '/account', component: lazy(() => import('./pages/account.tsx')) }),
  createRoute({ getParentRoute, path: '/brands', component: lazy(() => import('./pages/brands.tsx')) }),
  createRoute({ getParentRoute, path: '/agents/$agentId', component: lazy(() => import('./pages/agent.tsx')) }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/settings',
    component: lazy(() => import('./pages/agent-settings.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/flow/{-$stateId}',
    component: lazy(() => import('./pages/flow.tsx')),
    validateSearch: readFlowSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/replay/{-$replayId}',
    component: lazy(() => import('./pages/replay.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/phone/{-$phoneNumber}',
    component: lazy(() => import('./pages/phone.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/conversations/{-$phoneNumber}',
    component: lazy(() => import('./pages/conversations.tsx')),
    validateSearch: readConversationsSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/events',
    component: lazy(() => import('./pages/events.tsx')),
    validateSearch: readEventSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/endpoints',
    component: lazy(() => import('./pages/endpoints.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/failures',
    component: lazy(() => import('./pages/failures.tsx')),
    validateSearch: readFailureSearch,
  }),
] as const;

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren(ROUTES),
    basepath: '/console',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
