import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { isLoopback, type Config } from '../config.js'

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

export const isAllowedOrigin = (origin: string, config: Config): boolean => {
  if (config.CORS_ORIGINS.length > 0)
    return config.CORS_ORIGINS.includes(origin) || config.CORS_ORIGINS.includes('*')
  if (!config.AUTH_ENABLED && HOSTED_PAGES.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  return isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'))
}

export const allowOrigins = async (server: FastifyInstance, config: Config): Promise<void> => {
  await server.register(cors, {
    origin: (origin, callback) => {
      callback(null, origin !== undefined && isAllowedOrigin(origin, config))
    },
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  })
}
