import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseSearch, stringifySearch, type Search } from './model/search.ts'
import { ScreenError } from './shell/screen-error.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { Loading } from './ui/states.tsx'

const rootRoute = createRootRoute({ component: Shell })
const getParentRoute = () => rootRoute

/** All search parameters are text; a screen reads those that it knows. */
const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** Every screen is loaded when it is opened for the first time. */
const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/home/home-screen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/runs/runs-screen.tsx'), 'RunsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs/$runId',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/run/run-screen.tsx'), 'RunScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/inbox',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/inbox/inbox-screen.tsx'), 'InboxScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/threads',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/threads/threads-screen.tsx'), 'ThreadsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/threads/$threadId',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/threads/thread-screen.tsx'), 'ThreadScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/chat',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/chat/chat-screen.tsx'), 'ChatScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/chat/$threadId',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/chat/chat-screen.tsx'), 'ChatScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistants',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/assistants/assistants-screen.tsx'),
      'AssistantsScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/assistants/$assistantId',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/assistants/assistant-screen.tsx'),
      'AssistantScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/assistants/$assistantId/graph',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/graph/graph-screen.tsx'), 'GraphScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks/$webhookId',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/keys',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/keys/keys-screen.tsx'), 'KeysScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/audit/audit-screen.tsx'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/cluster',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/cluster/cluster-screen.tsx'), 'ClusterScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/schedules',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/schedules/schedules-screen.tsx'),
      'SchedulesScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/memory',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/memory/memory-screen.tsx'), 'MemoryScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/connect',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/connect/connect-screen.tsx'), 'ConnectScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/datasets',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/datasets/datasets-screen.tsx'), 'DatasetsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/datasets/$datasetId',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/datasets/dataset-screen.tsx'), 'DatasetScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/evaluations',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/evaluations/evaluations-screen.tsx'),
      'EvaluationsScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/evaluations/new',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/evaluations/new-evaluation-screen.tsx'),
      'NewEvaluationScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/evaluations/calibration',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/evaluations/calibration-screen.tsx'),
      'CalibrationScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/evaluations/$evalId/review',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/evaluations/review-screen.tsx'), 'ReviewScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/evaluations/$evalId',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/evaluations/evaluation-screen.tsx'),
      'EvaluationScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/evaluations/$evalId/compare',
    validateSearch,
    component: lazyRouteComponent(() => import('./features/evaluations/compare-screen.tsx'), 'CompareScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistants/$assistantId/edit',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/assistants/graph-editor-screen.tsx'),
      'GraphEditorScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/guardrails',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/guardrails/guardrails-screen.tsx'),
      'GuardrailsScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/guardrails/policies',
    validateSearch,
    component: lazyRouteComponent(
      () => import('./features/guardrails/policies-screen.tsx'),
      'PoliciesScreen',
    ),
  }),
] as const

const routeTree = rootRoute.addChildren(routes)

export const makeRouter = () =>
  createRouter({
    routeTree,
    basepath: '/console',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
