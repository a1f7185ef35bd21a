/**
 * Decides whether a request may match a route or middleware of the project's app. In doubt it matches: the app can still pass the
 * request on, while a skipped middleware would be a security hole.
 */
import type { AppRoute } from '../../engine/project/protocol.js'

/** Regular expressions, optional segments and wildcards may match anything from this segment on. */
const OPEN_SEGMENT = /[{?*]/

const matchesPath = (pattern: string, path: string): boolean => {
  const patternSegments = pattern.replace(/^\//, '').split('/')
  const pathSegments = path.split('/').slice(1)
  for (const [index, segment] of patternSegments.entries()) {
    if (OPEN_SEGMENT.test(segment)) return true
    const pathSegment = pathSegments[index]
    if (pathSegment === undefined)
      return patternSegments.slice(index).every((remaining) => OPEN_SEGMENT.test(remaining))
    if (!segment.startsWith(':') && segment !== pathSegment) return false
  }
  return pathSegments.length === patternSegments.length
}

export const makeRouteMatcher = (routes: readonly AppRoute[] | null) => {
  const matchesMethod = (routeMethod: string, method: string): boolean =>
    routeMethod === 'ALL' || routeMethod === method || (routeMethod === 'GET' && method === 'HEAD')
  return (method: string, url: string): boolean => {
    if (routes === null) return true
    const path = url.split('?', 1)[0] ?? ''
    // Routers disagree on escapes, double slashes and absolute URLs, so such paths match every route of the method.
    const isUnambiguous = path.startsWith('/') && !path.includes('%') && !path.includes('//')
    return routes.some(
      (route) => matchesMethod(route.method, method) && (!isUnambiguous || matchesPath(route.path, path)),
    )
  }
}
