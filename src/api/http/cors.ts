import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { isLoopback, type Config } from '../../config.js'
import type { Cors } from '../../project/settings.js'

/** Pages of the ecosystem that people point at their own server. */
const HOSTED_PAGES = ['https://smith.langchain.com', 'https://agentchat.vercel.app']

const EXPOSED = [
  'Content-Location',
  'Location',
  'Retry-After',
  'X-Pagination-Total',
  'X-Pagination-Next',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Idempotency-Replayed',
]

const isAllowedOrigin = (origin: string, config: Config): boolean => {
  if (config.CORS_ORIGINS.length > 0)
    return config.CORS_ORIGINS.includes(origin) || config.CORS_ORIGINS.includes('*')
  if (!config.AUTH_ENABLED && HOSTED_PAGES.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  return isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** What a project says is in force where the settings of the service say nothing. */
export const allowOrigins = async (
  server: FastifyInstance,
  config: Config,
  ofProject: () => Cors | undefined,
): Promise<void> => {
  const optionsFor = (given: Cors | undefined): FastifyCorsOptions => ({
    origin: (origin, callback) => {
      const isAllowed = given === undefined ? isAllowedOrigin : isAllowedBy(given)
      callback(null, origin !== undefined && isAllowed(origin, config))
    },
    methods: given?.allow_methods ?? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    ...(given?.allow_headers !== undefined && { allowedHeaders: given.allow_headers }),
    exposedHeaders: [...EXPOSED, ...(given?.expose_headers ?? [])],
    credentials: given?.allow_credentials ?? false,
    maxAge: given?.max_age ?? 600,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  })
  await server.register(cors, {
    delegator: (_request, callback) => {
      callback(null, optionsFor(config.CORS_ORIGINS.length > 0 ? undefined : ofProject()))
    },
  })
}

const isAllowedBy =
  ({ allow_origins = [], allow_origin_regex }: Cors) =>
  (origin: string): boolean =>
    allow_origins.includes('*') ||
    allow_origins.includes(origin) ||
    (allow_origin_regex !== undefined && new RegExp(`^(?:${allow_origin_regex})$`).test(origin))
