/** A TCP proxy in front of a server, whose connections a test can break, freeze and restore. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const MIN_RETRANSMISSION_MS = 200

export interface BreakableProxy {
  /** The URL of the server through the proxy. */
  url: string
  /** Closes all connections and refuses new ones, like a stopped server. */
  disconnect(): Promise<void>
  /** Drops all data without closing connections, like a network that drops all packets. */
  freeze(): void
  /**
   * Loses this share of the packets, until it is set to 0. The proxy sees streams and not packets, so it does what the TCP of the two
   * sides makes of a loss: a piece of data, and all data after it, arrives later by one or more retransmission timeouts.
   */
  setPacketLoss(share: number, random: () => number): void
  /** Accepts new connections. Frozen connections stay unusable, as after a long outage. */
  restore(): Promise<void>
  stop(): Promise<void>
}

export const startBreakableProxy = async (serverUrl: string): Promise<BreakableProxy> => {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let packetLoss = 0
  let random: () => number = () => 1

  /** Linux retransmits after 200 ms at the earliest, and waits twice as long after each further loss. */
  const getDelay = (): number => {
    let delayMs = 0
    for (let timeoutMs = MIN_RETRANSMISSION_MS; random() < packetLoss; timeoutMs *= 2) delayMs += timeoutMs
    return delayMs
  }

  const pipe = (from: Socket, to: Socket): void => {
    sockets.add(from)
    let delivered: Promise<unknown> | undefined
    const deliver = (bytes: Buffer): void => {
      if (!isFrozen && !to.destroyed) to.write(bytes)
    }
    from.on('data', (bytes: Buffer) => {
      const delayMs = getDelay()
      if (delayMs === 0 && delivered === undefined) {
        deliver(bytes)
        return
      }
      const earlier = delivered ?? Promise.resolve()
      const current = earlier
        .then(() => sleep(delayMs))
        .then(() => {
          deliver(bytes)
          if (delivered === current) delivered = undefined
        })
      delivered = current
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
    setPacketLoss: (share, source) => {
      packetLoss = share
      random = source
    },
    restore: async () => {
      // Frozen sockets are not closed: Heddle has to detect by itself that they are unusable.
      if (isFrozen)
        for (const socket of sockets) socket.removeAllListeners('data').on('data', () => undefined)
      isFrozen = false
      if (!server.listening) await listen(port)
    },
    stop: disconnect,
  }
}
