/** A network that breaks connections after a number of bytes that the test chooses, whatever they belong to. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  cuts(): number
  /** Where the server is now; undefined: nobody answers. */
  aim(port: number | undefined): void
  close(): Promise<void>
}

/** `bytesOf` is asked for each connection how many bytes of the server it carries. */
export const startCuttingProxy = async (bytesOf: () => number): Promise<CuttingProxy> => {
  let target: number | undefined
  let cuts = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    open.add(near)
    near.on('error', () => undefined)
    near.once('close', () => open.delete(near))
    if (target === undefined) {
      near.destroy()
      return
    }
    let left = bytesOf()
    const far = connect(target, 'localhost')
    far.on('error', () => undefined)
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      if (bytes.length < left) {
        left -= bytes.length
        near.write(bytes)
        return
      }
      // The rest of this piece never arrives; what went before it does.
      cuts++
      near.end(bytes.subarray(0, left))
      far.destroy()
    })
    near.once('close', () => far.destroy())
    far.once('close', () => near.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    cuts: () => cuts,
    aim: (port) => (target = port),
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
