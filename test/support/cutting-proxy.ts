/** A TCP proxy that closes each connection after a number of response bytes that the test chooses. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  cutCount(): number
  /** Sets the port of the server. Undefined: new connections are closed immediately. */
  setTarget(port: number | undefined): void
  close(): Promise<void>
}

/** `getByteLimit` returns, for each connection, the number of response bytes before it is closed. */
export const startCuttingProxy = async (getByteLimit: () => number): Promise<CuttingProxy> => {
  let target: number | undefined
  let cutCount = 0
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.once('close', () => clients.delete(client))
    if (target === undefined) {
      client.destroy()
      return
    }
    let remainingBytes = getByteLimit()
    const upstream = connect(target, 'localhost')
    upstream.on('error', () => undefined)
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (bytes.length < remainingBytes) {
        remainingBytes -= bytes.length
        client.write(bytes)
        return
      }
      // The client receives the bytes up to the limit, not the rest of this chunk.
      cutCount++
      client.end(bytes.subarray(0, remainingBytes))
      upstream.destroy()
    })
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    cutCount: () => cutCount,
    setTarget: (port) => (target = port),
    close: async () => {
      server.close()
      for (const socket of clients) socket.destroy()
      await once(server, 'close')
    },
  }
}
