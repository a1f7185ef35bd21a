/** The network between Heddle and its database, to be cut, frozen and mended. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Cable {
  /** The database's URL, by way of the cable. */
  url: string
  /** Breaks every connection and refuses new ones, as a server that was stopped does. */
  cut(): Promise<void>
  /** Carries nothing more, and tells nobody, as a network that drops every packet does. */
  freeze(): void
  /** New connections work again. Those that were frozen stay dead, as after a long outage. */
  mend(): Promise<void>
  remove(): Promise<void>
}

export const layCable = async (databaseUrl: string): Promise<Cable> => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false

  const join = (from: Socket, to: Socket): void => {
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
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    join(near, far)
    join(far, near)
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`

  const cut = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    breakAll()
    await closed
  }
  return {
    url: url.href,
    cut,
    freeze: () => (isFrozen = true),
    mend: async () => {
      // Forgotten, not closed: nobody tells Heddle that its old connections are gone.
      if (isFrozen)
        for (const socket of sockets) socket.removeAllListeners('data').on('data', () => undefined)
      isFrozen = false
      if (!server.listening) await listen(port)
    },
    remove: cut,
  }
}
