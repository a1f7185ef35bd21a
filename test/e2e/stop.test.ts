/** Shutdown: requests in progress are finished, idle connections are closed. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { startOpenAiServer } from '../support/openai-server.js'

/** Sends a POST request except for its last byte. The server has read its head when it asks for the body. */
const sendPartialRequest = async ({ port }: Heddle): Promise<Socket> => {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.setEncoding('utf8')
  socket.write(
    'POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      'Expect: 100-continue\r\nContent-Length: 16\r\n\r\n{"title":"late"',
  )
  expect(await once(socket, 'data')).toEqual(['HTTP/1.1 100 Continue\r\n\r\n'])
  socket.pause()
  return socket
}

/** Waits until no new connection is accepted. */
const waitForShutdown = async ({ url }: Heddle): Promise<void> => {
  const connectAgain = () =>
    fetch(`${url}/ok`).then(
      () => 'accepted',
      () => 'refused',
    )
  await expect.poll(connectAgain).toBe('refused')
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

/** Includes a margin for a busy machine, but is shorter than the grace period. */
const MAX_EXIT_MS = 8_000

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('the signal closes idle connections, a request in progress is finished and stored, and the exit code is 0', async () => {
    const folder = makeTempFolder()
    const heddle = await startHeddle({ folder })
    const sockets = await Promise.all([
      openIdleConnection(heddle),
      openIdleConnection(heddle),
      openIdleConnection(heddle),
    ])
    const closed = sockets.map((socket) => once(socket, 'close'))
    const socket = await sendPartialRequest(heddle)
    heddle.kill(signal)
    await Promise.all(closed)
    socket.write('}')
    const response = await readAll(socket)
    expect(response).toMatch(/^HTTP\/1\.1 201 /)
    expect(response).toMatch(/^connection: close\r$/im)
    const { value, ms } = await measure(heddle.exited)
    expect(value).toMatchObject({ code: 0, stderr: '' })
    expect(ms).toBeLessThan(MAX_EXIT_MS)

    const file = new DatabaseSync(join(folder, 'data/heddle.db'))
    expect(file.prepare('select title from threads').all()).toEqual([{ title: 'late' }])
    file.close()
  })
})

describe('during the shutdown', () => {
  it('no new connection is accepted, and a second request on an open one gets a regular response or 503', async () => {
    const heddle = await startHeddle()
    const [first, second] = await Promise.all([sendPartialRequest(heddle), sendPartialRequest(heddle)])
    heddle.kill('SIGTERM')
    await waitForShutdown(heddle)
    // The second request on a connection whose first request started before the signal.
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

  it('the process exits with code 1 after the grace period', async () => {
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

  it('a second signal stops the process immediately', async () => {
    const heddle = await startHeddle()
    const socket = await sendPartialRequest(heddle)
    socket.on('error', () => undefined)
    heddle.kill('SIGINT')
    await waitForShutdown(heddle)
    heddle.kill('SIGINT')
    const { value, ms } = await measure(heddle.exited)
    expect(value.code).toBe(1)
    expect(ms).toBeLessThan(MAX_EXIT_MS)
  })
})

it('a request that waits for a run gets the unfinished run, and the terminal shows what the shutdown waits for', async () => {
  const model = await startOpenAiServer({ reply: () => 'hang' })
  const env = {
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'openai:test',
    SHUTDOWN_GRACE_SECONDS: '4',
  }
  const heddle = await startHeddle({ env })
  const body = { assistant_id: builtInAssistantId('agent'), input: { message: 'Hello' } }
  const response = callServer(heddle, 'POST', '/api/v1/runs?wait=300', { body })
  await expect.poll(() => model.requests.length, { timeout: 30_000 }).toBe(1)
  heddle.kill('SIGTERM')
  const { status, body: run } = await response
  expect([status, run.status]).toEqual([201, 'in_progress'])
  const { code, stderr } = await heddle.exited
  expect(code).toBe(0)
  expect(stderr).toBe(
    `heddle: waiting up to 2 s for 1 run (${run.run_id}); press Ctrl-C again to stop now. ` +
      'Runs that do not end continue after the next start.\n',
  )
  await model.stop()
})
