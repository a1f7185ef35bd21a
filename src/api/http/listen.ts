/**
 * Where the server is reached. `localhost` is two addresses on most machines, and Fastify would serve the second by a
 * server of its own, which answers broken requests in another form and is not waited for when the service stops. Here
 * all addresses lead to the one server.
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
        // A name may stand in the hosts file for an address that the machine does not have.
        if (/^E(ADDRNOTAVAIL|AFNOSUPPORT)$/.test((error as NodeJS.ErrnoException).code ?? '')) return false
        throw error
      },
    )
    if (isListening) extraServers.push(extraServer)
  }
}

/** Where the server is reached from this machine, when it listens. */
export const getLocalOrigin = ({ server }: Pick<FastifyInstance, 'server'>): Promise<string> =>
  new Promise((resolve) => {
    server.once('listening', () => {
      const { address, family, port } = server.address() as AddressInfo
      const isWildcard = address === '0.0.0.0' || address === '::'
      const host = isWildcard ? (family === 'IPv6' ? '::1' : '127.0.0.1') : address
      resolve(`http://${family === 'IPv6' ? `[${host}]` : host}:${String(port)}`)
    })
  })
