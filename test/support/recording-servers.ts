/** A TCP server that notes every connection and every byte, and an HTTP server that notes every request. */
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'

/** For `expect.poll`, whose own patience of a second is short on a busy machine. */
export const patient = { timeout: 20_000 }

export const startCanary = async (host = '127.0.0.1') => {
  let bytes = 0
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('data', (chunk) => (bytes += chunk.length))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  return {
    port: (server.address() as AddressInfo).port,
    seen: () => ({ connections, bytes }),
    stop: () => new Promise((done) => server.close(done)),
  }
}

export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Settles when the client hung up before it had its answer. */
  hungUp: Promise<void>
}

export const startHttp = async (answer: (seen: Seen, response: ServerResponse) => unknown) => {
  const requests: Seen[] = []
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    const hungUp = new Promise<void>((done) => {
      response.on('close', () => {
        if (!response.writableFinished) done()
      })
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString(), hungUp }
      requests.push(seen)
      void answer(seen, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    host: `127.0.0.1:${String(port)}`,
    port,
    requests,
    stop: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
