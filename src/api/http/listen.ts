/**
 * Binds the server to its address. `localhost` resolves to two addresses on most machines. Fastify would create a second
 * server for the second address, which sends broken requests another error body and is not awaited on shutdown. Here
 * all addresses feed their connections into the one server.
 */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export const listen = async (server: FastifyInstance, port: number, host: string): Promise<void> => {
  if (host !== 'localhost') {
    await server.listen({ port, host })
    return
  }
  const [firstAddress, ...otherAddresses] = (await lookup(host, { all: true })).map(({ address }) => address)
  const extraServers: Server[] = []
  const closing: Promise<unknown>[] = []
  server.addHook('preClose', async () => {
    for (const extraServer of extraServers) closing.push(new Promise((resolve) => extraServer.close(resolve)))
  })
  server.addHook('onClose', async () => {
    await Promise.all(closing)
  })
  await server.listen({ port, host: firstAddress ?? host })
  const { port: boundPort } = server.server.address() as AddressInfo
  for (const address of otherAddresses) {
    const extraServer = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.server.emit('connection', socket),
    )
    extraServer.listen(boundPort, address)
    const isListening = await once(extraServer, 'listening').then(
      () => true,
      (error: unknown) => {
        // The hosts file may list an address that this machine does not have, such as ::1 without IPv6.
        if (/^E(ADDRNOTAVAIL|AFNOSUPPORT)$/.test((error as NodeJS.ErrnoException).code ?? '')) return false
        throw error
      },
    )
    if (isListening) extraServers.push(extraServer)
  }
}

/** Resolves with the origin under which this machine reaches the server, once it listens. */
export const getLocalOrigin = ({ server }: Pick<FastifyInstance, 'server'>): Promise<string> =>
  new Promise((resolve) => {
    server.once('listening', () => {
      const { address, family, port } = server.address() as AddressInfo
      const isWildcard = address === '0.0.0.0' || address === '::'
      const host = isWildcard ? (family === 'IPv6' ? '::1' : '127.0.0.1') : address
      resolve(`http://${family === 'IPv6' ? `[${host}]` : host}:${String(port)}`)
    })
  })
