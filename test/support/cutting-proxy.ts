/** A network that breaks connections after a number of bytes that the test chooses, whatever they belong to. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  cutCount(): number
  /** Where the server is now; undefined: nobody answers. */
  setTarget(port: number | undefined): void
  close(): Promise<void>
}

/** `bytesOf` is asked for each connection how many bytes of the server it carries. */
export const startCuttingProxy = async (getByteLimit: () => number): Promise<CuttingProxy> => {
  let target: number | undefined
  let cutCount = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.once('close', () => open.delete(client))
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
      // The rest of this piece never arrives; what went before it does.
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
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
