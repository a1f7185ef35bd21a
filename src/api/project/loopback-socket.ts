/**
 * The door by which the app of a project passes on to us what it does not answer itself: a socket in a folder that only this user may
 * enter, so that what comes through it has come from there.
 */
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOP_HEADER, readHop, type Hop } from '../../engine/project/protocol.js'

const inside = new WeakSet<object>()
const hops = new WeakMap<object, Hop>()

/** Undefined: it came by the front door. */
export const hopOf = ({ raw }: Pick<FastifyRequest, 'raw'>): Hop | undefined => {
  if (!inside.has(raw.socket)) return undefined
  let hop = hops.get(raw)
  if (hop === undefined) {
    const { [HOP_HEADER]: text } = raw.headers
    hop = typeof text === 'string' ? readHop(text) : { ip: 'project', user: null }
    hops.set(raw, hop)
    // It is no part of what was asked.
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a constant
    delete raw.headers[HOP_HEADER]
  }
  return hop
}

export const openInnerDoor = async (server: FastifyInstance, path: string): Promise<() => Promise<void>> => {
  const open = new Set<Socket>()
  const door = createServer({ allowHalfOpen: true }, (socket) => {
    inside.add(socket)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    server.server.emit('connection', socket)
  })
  door.listen(path)
  await once(door, 'listening')
  return async () => {
    const closed = new Promise((resolve) => door.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
}
