/** The network between Heddle and its database, to be cut, frozen and mended. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface BreakableProxy {
  /** The database's URL, by way of the cable. */
  url: string
  /** Breaks every connection and refuses new ones, as a server that was stopped does. */
  disconnect(): Promise<void>
  /** Carries nothing more, and tells nobody, as a network that drops every packet does. */
  freeze(): void
  /** New connections work again. Those that were frozen stay dead, as after a long outage. */
  restore(): Promise<void>
  stop(): Promise<void>
}

export const startBreakableProxy = async (databaseUrl: string): Promise<BreakableProxy> => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false

  const pipe = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (!isFrozen && !to.destroyed) to.write(bytes)
    })
    from.on('error', () => undefined)
    from.once('close', () => {
      sockets.delete(from)
      if (!isFrozen) to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    pipe(client, upstream)
    pipe(upstream, client)
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`

  const disconnect = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    destroyAll()
    await closed
  }
  return {
    url: url.href,
    disconnect,
    freeze: () => (isFrozen = true),
    restore: async () => {
      // Forgotten, not closed: nobody tells Heddle that its old connections are gone.
      if (isFrozen)
        for (const socket of sockets) socket.removeAllListeners('data').on('data', () => undefined)
      isFrozen = false
      if (!server.listening) await listen(port)
    },
    stop: disconnect,
  }
}
