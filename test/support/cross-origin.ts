/**
 * Simulates `fetch` in a page of another origin: a preflight request comes first, headers that the server does not allow are
 * rejected, and only exposed response headers are readable.
 */
const ALWAYS_READABLE = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires']

const parseList = (header: string | null): string[] =>
  (header ?? '').split(',').map((word) => word.trim().toLowerCase())

export const crossOriginFetch =
  (origin: string): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    const method = init?.method ?? 'GET'
    const requestHeaders = [...headers.keys()]
    const preflight = await fetch(input, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': requestHeaders.join(','),
      },
      signal: init?.signal ?? null,
    })
    const allowed = parseList(preflight.headers.get('access-control-allow-headers'))
    requireReadable(preflight, origin)
    if (!parseList(preflight.headers.get('access-control-allow-methods')).includes(method.toLowerCase()))
      throw new TypeError(`${method} is not allowed`)
    for (const name of requestHeaders)
      if (!allowed.includes(name)) throw new TypeError(`the header ${name} is not allowed`)

    headers.set('origin', origin)
    const response = await fetch(input, { ...init, headers })
    requireReadable(response, origin)
    const readable = [...ALWAYS_READABLE, ...parseList(response.headers.get('access-control-expose-headers'))]
    return new Response(response.body, {
      status: response.status,
      headers: [...response.headers].filter(([name]) => readable.includes(name)),
    })
  }

const requireReadable = ({ ok, status, headers }: Response, origin: string): void => {
  if (headers.get('access-control-allow-origin') !== origin)
    throw new TypeError(`${origin} may not read the response ${String(status)}, ok: ${String(ok)}`)
}
