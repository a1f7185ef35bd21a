/**
 * The API reference at /docs/api; it needs no network access. Its package is one module of four megabytes, so it is loaded
 * for the first visitor instead of at start-up. A plugin cannot be registered after start, hence the separate server.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ErrorBody } from '../../schema/error.js'
import { describeResponse, NO_BODY } from '../http/describe-response.js'
import { isBrowserNavigation, redirectToConsole } from '../console/serve.js'
import { API_PREFIX } from '../http/route.js'

const SCRIPT_PATH = '/docs/js/scalar.js'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g

/** Allows the inline scripts of the page by their hashes, and no others. */
const buildContentSecurityPolicy = (html: string): string => {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The logo: threads that run through the eyes of a heddle. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f2937"/>' +
    '<g fill="none" stroke="#fbbf24" stroke-width="2.5"><path d="M9 5v22M16 5v22M23 5v22"/></g>' +
    '<g fill="#1f2937" stroke="#fff" stroke-width="2"><circle cx="9" cy="12" r="3"/><circle cx="16" cy="20" r="3"/>' +
    '<circle cx="23" cy="12" r="3"/></g></svg>',
)}`

const loadReference = async (): Promise<FastifyInstance> => {
  const [{ default: Fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const referenceServer = Fastify()
  await referenceServer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: `${API_PREFIX}/openapi.json`,
      pageTitle: 'Heddle API',
      favicon: FAVICON,
      cdn: SCRIPT_PATH,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return referenceServer
}

const errors = { 403: ErrorBody, 404: ErrorBody, 500: ErrorBody }

const PAGE_PATHS = [
  ['/', 'getStartPage'],
  ['/docs/api', 'getApiReference'],
] as const

const PAGE_SCHEMA = {
  summary: 'Read the API reference',
  description: 'A page that shows this document. It loads nothing from other hosts.',
  tags: ['System'],
}

const PAGE_RESPONSES = {
  200: describeResponse({ 'text/html': Type.String({ examples: ['<!doctype html>'] }) }),
  ...errors,
}

/** With the console, a browser is redirected to it. */
const START_RESPONSES = { ...PAGE_RESPONSES, 302: NO_BODY }

const SCRIPT_SCHEMA = {
  operationId: 'getDocsScript',
  summary: 'Read the script of the API reference',
  description: 'The page of the API reference loads it.',
  tags: ['System'],
  response: {
    200: describeResponse({ 'text/javascript': Type.String({ examples: ['export {}'] }) }),
    ...errors,
  },
}

/** With the console, a browser that opens `/` is sent there. Other clients get the reference. */
export const serveReference = (server: FastifyInstance, { hasConsole }: { hasConsole: boolean }): void => {
  let reference: Promise<FastifyInstance> | undefined
  const render = async (url: string): Promise<string> =>
    (await (reference ??= loadReference())).inject(url).then(({ body }) => body)

  for (const [url, operationId] of PAGE_PATHS) {
    const schema = { ...PAGE_SCHEMA, operationId, response: url === '/' ? START_RESPONSES : PAGE_RESPONSES }
    server.get(url, { config: { scope: 'public' }, schema }, async (request, reply) => {
      if (url === '/' && hasConsole && isBrowserNavigation(request)) return redirectToConsole(reply)
      const html = await render('/docs/')
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': buildContentSecurityPolicy(html),
          ...(url === '/' && { vary: 'accept' }),
        })
        .send(html)
    })
  }
  server.get(SCRIPT_PATH, { config: { scope: 'public' }, schema: SCRIPT_SCHEMA }, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(await render(SCRIPT_PATH)),
  )
}
