/** A TCP server that counts connections and bytes, and an HTTP server that records requests. */
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'

/** Options for `expect.poll`; its default timeout of 1 s is too short on a busy machine. */
export const pollOptions = { timeout: 20_000 }

export const startTcpServer = async (host = '127.0.0.1') => {
  let bytes = 0
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('data', (chunk) => (bytes += chunk.length))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stats: () => ({ connections, bytes }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Resolves when the client closes the connection before the response is complete. */
  hungUp: Promise<void>
}

export const startHttpServer = async (
  respond: (received: ReceivedRequest, response: ServerResponse) => unknown,
) => {
  const requests: ReceivedRequest[] = []
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    const hungUp = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const received = { method, url, headers, body: Buffer.concat(chunks).toString(), hungUp }
      requests.push(received)
      void respond(received, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    host: `127.0.0.1:${String(port)}`,
    port,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
