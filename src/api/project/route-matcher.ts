/**
 * Whether the app of a project may have something to say to a request. Yes where it is not certain: the app finds out for itself, while
 * a middleware that is passed by has not done its work.
 */
import type { AppRoute } from '../../engine/project/protocol.js'

/** A pattern of its own may match anything from there on; so may a part that can be left out. */
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
    // Escapes, and a whole URL in place of a path, are read in more ways than one.
    const isUnambiguous = path.startsWith('/') && !path.includes('%') && !path.includes('//')
    return routes.some(
      (route) => matchesMethod(route.method, method) && (!isUnambiguous || matchesPath(route.path, path)),
    )
  }
}
