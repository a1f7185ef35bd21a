import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './model/search.ts'

const rootRoute = createRootRoute({ component: Outlet })

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <h1>Heddle</h1>,
})

const routeTree = rootRoute.addChildren([homeRoute])

export const makeRouter = () =>
  createRouter({ routeTree, basepath: '/console', parseSearch, stringifySearch, defaultPreload: 'intent' })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
