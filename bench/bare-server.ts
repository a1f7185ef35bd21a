/** The Fastify floor: one route with validation, no hooks, no storage. */
import Fastify from 'fastify'
import { v7 } from 'uuid'
import { Thread, ThreadCreate } from '../src/schema/thread.js'

const server = Fastify({ ajv: { customOptions: { keywords: ['storable'] } } })
server.get('/ok', () => ({ ok: true }))
server.post<{ Body: ThreadCreate }>(
  '/api/v1/threads',
  { schema: { body: ThreadCreate, response: { 201: Thread } } },
  async ({ body }, reply) => {
    const id = v7()
    const now = new Date().toISOString()
    return reply.code(201).send({
      id,
      thread_id: id,
      assistant_id: null,
      title: null,
      status: 'idle',
      metadata: body.metadata ?? {},
      created_at: now,
      updated_at: now,
    })
  },
)
process.once('SIGTERM', () => process.exit(0))
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
