import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { isLoopback, type Config } from '../../config.js'
import type { CorsSettings } from '../../project/settings.js'

/** Hosted web UIs for LangGraph servers, which users connect to their own server. */
const HOSTED_UI_ORIGINS = ['https://smith.langchain.com', 'https://agentchat.vercel.app']

const EXPOSED_HEADERS = [
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

const NO_CORS: FastifyCorsOptions = { origin: false }

const isAllowedOrigin = (origin: string, config: Config): boolean => {
  if (config.CORS_ORIGINS.length > 0)
    return config.CORS_ORIGINS.includes(origin) || config.CORS_ORIGINS.includes('*')
  if (!config.AUTH_ENABLED && HOSTED_UI_ORIGINS.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  return isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** CORS_ORIGINS takes precedence; without it, the `http.cors` settings of the project apply. */
export const enableCors = async (
  server: FastifyInstance,
  config: Config,
  getProjectCors: () => CorsSettings | undefined,
): Promise<void> => {
  const toCorsOptions = (projectCors: CorsSettings | undefined): FastifyCorsOptions => ({
    origin: (origin, callback) => {
      const isAllowed = projectCors === undefined ? isAllowedOrigin : makeOriginMatcher(projectCors)
      callback(null, origin !== undefined && isAllowed(origin, config))
    },
    methods: projectCors?.allow_methods ?? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    ...(projectCors?.allow_headers !== undefined && { allowedHeaders: projectCors.allow_headers }),
    exposedHeaders: [...EXPOSED_HEADERS, ...(projectCors?.expose_headers ?? [])],
    credentials: projectCors?.allow_credentials ?? false,
    maxAge: projectCors?.max_age ?? 600,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  })
  await server.register(cors, {
    delegator: ({ headers }, callback) => {
      // Only browsers send an origin, and building the options for every other request took 4 % of the main thread.
      if (headers.origin === undefined) callback(null, NO_CORS)
      else callback(null, toCorsOptions(config.CORS_ORIGINS.length > 0 ? undefined : getProjectCors()))
    },
  })
}

const makeOriginMatcher =
  ({ allow_origins = [], allow_origin_regex }: CorsSettings) =>
  (origin: string): boolean =>
    allow_origins.includes('*') ||
    allow_origins.includes(origin) ||
    (allow_origin_regex !== undefined && new RegExp(`^(?:${allow_origin_regex})$`).test(origin))
