/**
 * The session cookie of the console and the requests that may use it. SameSite is not sufficient: two ports of one host are the same
 * site, and a project may allow credentials of other origins (`allow_credentials`). So the browser has to state that a page of this
 * service sent the request, in headers that pages cannot set.
 */
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config.js'

/** The fields of a request that are read here. */
export type CookieRequest = Pick<FastifyRequest, 'method' | 'host' | 'headers'>

/** Browsers accept the prefix only with Secure, Path=/ and without Domain, so no other host or port can set this cookie. */
const SECURE_NAME = '__Host-heddle'
/** For plain http on a loopback address, where not all browsers accept cookies with Secure. */
const LOOPBACK_NAME = 'heddle'

export const CONSOLE_HEADER = 'x-heddle-console'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Undefined if there is no session cookie, or if the request has another credential, also an invalid one. */
export const readSessionToken = (request: CookieRequest): string | undefined => {
  const { authorization, 'x-api-key': apiKey } = request.headers
  return authorization === undefined && apiKey === undefined ? findSessionToken(request) : undefined
}

export const findSessionToken = ({ headers, host }: CookieRequest): string | undefined => {
  if (headers.cookie === undefined) return undefined
  const cookies = headers.cookie.split(';').map((pair) => pair.trim())
  const find = (name: string): string | undefined =>
    cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return find(SECURE_NAME) ?? (isLoopbackHost(host) ? find(LOOPBACK_NAME) : undefined)
}

/** The `Cookie` header without the session cookie, for code of the project. Undefined: nothing is left. */
export const withoutSessionCookie = (cookieHeader: string | undefined): string | undefined => {
  const others = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter(
      (pair) => pair !== '' && !pair.startsWith(`${SECURE_NAME}=`) && !pair.startsWith(`${LOOPBACK_NAME}=`),
    )
  return others.length === 0 ? undefined : others.join('; ')
}

/** True if the cookie of this request may be used as its credential. */
export const isConsolePageRequest = (request: CookieRequest): boolean =>
  isSameOrigin(request) && (SAFE_METHODS.has(request.method) || request.headers[CONSOLE_HEADER] === '1')

/** True for changes without a cookie, such as signing in: from pages of this service, and from clients that are not browsers. */
export const isConsoleChange = (request: CookieRequest): boolean => {
  const { headers } = request
  const isBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return headers[CONSOLE_HEADER] === '1' && (!isBrowser || isSameOrigin(request))
}

/** Browsers send Sec-Fetch-Site unless a proxy removes it. Then only requests with an Origin header are accepted. */
const isSameOrigin = ({ headers, host }: CookieRequest): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = parseOrigin(headers.origin)
  return origin !== undefined && origin.host === host && isTrustworthy(origin)
}

const parseOrigin = (origin: string | undefined): URL | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined

/** True if the page was loaded over TLS or from this machine, so that it cannot have been changed on the network. */
const isTrustworthy = ({ protocol, host }: URL): boolean => protocol === 'https:' || isLoopbackHost(host)

export const isLoopbackHost = (host: string | undefined): boolean => {
  const name = (host ?? '')
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
  return isLoopback(name)
}

/**
 * The cookie that keeps the session of this browser. Undefined if the page was loaded over plain http from another machine: the
 * browser would discard the cookie.
 */
export const buildSessionCookie = (
  { headers, host }: CookieRequest,
  token: string,
  maxAgeSeconds: number,
): string | undefined => {
  const origin = parseOrigin(headers.origin)
  if (origin !== undefined && !isTrustworthy(origin)) return undefined
  // Without an Origin header, a host that is not loopback is taken for one behind a proxy that ends TLS.
  const isPlainLoopback = origin === undefined ? isLoopbackHost(host) : origin.protocol === 'http:'
  return isPlainLoopback
    ? formatCookie(LOOPBACK_NAME, token, maxAgeSeconds)
    : `${formatCookie(SECURE_NAME, token, maxAgeSeconds)}; Secure`
}

/** Removes both cookies, because the browser may have signed in over http and over https. */
export const buildRemovedCookies = (): string[] => [
  `${formatCookie(SECURE_NAME, '', 0)}; Secure`,
  formatCookie(LOOPBACK_NAME, '', 0),
]

const formatCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${String(maxAgeSeconds)}; HttpOnly; SameSite=Strict`
