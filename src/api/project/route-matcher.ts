/**
 * Whether the app of a project may have something to say to a request. Yes where it is not certain: the app finds out for itself, while
 * a middleware that is passed by has not done its work.
 */
import type { AppRoute } from '../../engine/project/protocol.js'

/** A pattern of its own may match anything from there on; so may a part that can be left out. */
const OPEN_END = /[{?*]/

const matchesPath = (pattern: string, path: string): boolean => {
  const wanted = pattern.replace(/^\//, '').split('/')
  const given = path.split('/').slice(1)
  for (const [at, part] of wanted.entries()) {
    if (OPEN_END.test(part)) return true
    const found = given[at]
    if (found === undefined) return wanted.slice(at).every((rest) => OPEN_END.test(rest))
    if (!part.startsWith(':') && part !== found) return false
  }
  return given.length === wanted.length
}

export const makeRouteMatch = (routes: readonly AppRoute[] | null) => {
  const matchesMethod = (wanted: string, method: string): boolean =>
    wanted === 'ALL' || wanted === method || (wanted === 'GET' && method === 'HEAD')
  return (method: string, url: string): boolean => {
    if (routes === null) return true
    const path = url.split('?', 1)[0] ?? ''
    // Escapes, and a whole URL in place of a path, are read in more ways than one.
    const isPlain = path.startsWith('/') && !path.includes('%') && !path.includes('//')
    return routes.some(
      (route) => matchesMethod(route.method, method) && (!isPlain || matchesPath(route.path, path)),
    )
  }
}
