/** How it ends: what is under way is finished, what is idle is closed. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

/** A POST of which all but the last byte has been sent. */
const sendPartialRequest = async ({ port }: Heddle): Promise<Socket> => {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.setEncoding('utf8')
  socket.write(
    'POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      'Content-Length: 16\r\n\r\n{"title":"late"',
  )
  // Until the server has read it; nothing tells when.
  await sleep(100)
  return socket
}

const openIdleConnection = async ({ port }: Heddle): Promise<Socket> => {
  const socket = connect(port, 'localhost')
  socket.write('GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  return socket
}

const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  for await (const piece of socket) text += String(piece)
  return text
}

const measure = async <T>(promise: Promise<T>): Promise<{ value: T; ms: number }> => {
  const started = performance.now()
  return { value: await promise, ms: performance.now() - started }
}

/** Soon, on a machine that is busy. What waits for something waits for the whole grace period, which is longer. */
const MAX_EXIT_MS = 8_000

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('closes idle connections and ends the process soon, with success', async () => {
    const heddle = await startHeddle()
    const sockets = await Promise.all([
      openIdleConnection(heddle),
      openIdleConnection(heddle),
      openIdleConnection(heddle),
    ])
    const closed = sockets.map((socket) => once(socket, 'close'))
    heddle.kill(signal)
    const { value, ms } = await measure(heddle.exited)
    expect(value).toMatchObject({ code: 0, stderr: '' })
    expect(ms).toBeLessThan(MAX_EXIT_MS)
    await Promise.all(closed)
  })

  it('lets a request that has begun finish, and what it made is kept', async () => {
    const folder = makeTempFolder()
    const heddle = await startHeddle({ folder })
    const socket = await sendPartialRequest(heddle)
    heddle.kill(signal)
    await sleep(300)
    socket.write('}')
    const response = await readAll(socket)
    expect(response).toMatch(/^HTTP\/1\.1 201 /)
    expect(response).toMatch(/^connection: close\r$/im)
    expect(await heddle.exited).toMatchObject({ code: 0, stderr: '' })

    const next = await startHeddle({ folder })
    expect((await callServer(next, 'GET', '/api/v1/threads')).body.data).toMatchObject([{ title: 'late' }])
    await next.stop()
  })
})

describe('while the last requests finish', () => {
  it('no new connection is accepted', async () => {
    const heddle = await startHeddle()
    const socket = await sendPartialRequest(heddle)
    heddle.kill('SIGTERM')
    await sleep(100)
    await expect(fetch(`${heddle.url}/ok`)).rejects.toThrow()
    socket.end('}')
    expect(await heddle.exited).toMatchObject({ code: 0 })
  })

  it('a connection that is open gets an answer in the usual form', async () => {
    const heddle = await startHeddle()
    const [first, second] = await Promise.all([sendPartialRequest(heddle), sendPartialRequest(heddle)])
    heddle.kill('SIGTERM')
    await sleep(100)
    // The second request of a connection whose first began before the signal.
    first.write('}GET /api/v1/threads HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const responses = (await readAll(first)).split(/(?=HTTP\/1\.1 )/)
    expect(responses[0]).toMatch(/^HTTP\/1\.1 201 /)
    for (const response of responses.slice(1)) {
      expect(response).toMatch(/^HTTP\/1\.1 (200 .*"data":|503 .*"error":"service_unavailable")/s)
    }
    second.write('}')
    await readAll(second)
    expect(await heddle.exited).toMatchObject({ code: 0 })
  })

  it('the grace period ends the wait', async () => {
    const heddle = await startHeddle({ env: { SHUTDOWN_GRACE_SECONDS: '1' } })
    const socket = await sendPartialRequest(heddle)
    socket.on('error', () => undefined)
    heddle.kill('SIGTERM')
    const { value, ms } = await measure(heddle.exited)
    expect(value.code).toBe(1)
    expect(value.stderr).toMatch(/grace period is over/)
    expect(ms).toBeGreaterThan(900)
    expect(ms).toBeLessThan(MAX_EXIT_MS)
  })

  it('a second signal ends it at once', async () => {
    const heddle = await startHeddle()
    const socket = await sendPartialRequest(heddle)
    socket.on('error', () => undefined)
    heddle.kill('SIGINT')
    await sleep(100)
    heddle.kill('SIGINT')
    const { value, ms } = await measure(heddle.exited)
    expect(value.code).toBe(1)
    expect(ms).toBeLessThan(MAX_EXIT_MS)
  })
})
