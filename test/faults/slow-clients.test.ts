/** Clients that send very slowly are disconnected, and do not slow down other clients meanwhile. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { expectUnharmed } from './expect-refusal.js'

const DRIPPING = 50
const HEAD = 'POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

let heddle: Heddle
beforeAll(async () => {
  heddle = await startHeddle()
})
afterAll(async () => {
  await expectUnharmed(heddle)
  expect((await heddle.stop()).code).toBe(0)
})

interface CutOff {
  seconds: number
  response: string
}

/** Sends the beginning of a request, then one byte per second, until the server disconnects. */
const drip = (beginning: string, byte: string): Promise<CutOff> =>
  new Promise((resolve) => {
    const started = performance.now()
    const socket: Socket = connect(heddle.port, 'localhost', () => socket.write(beginning))
    const timer = setInterval(() => byte === '' || socket.write(byte), 1_000)
    let response = ''
    socket.on('data', (bytes) => (response += bytes.toString()))
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(timer)
      resolve({ seconds: (performance.now() - started) / 1000, response })
    })
  })

describe.concurrent('slow clients', () => {
  it(
    '50 clients that drip headers are disconnected after 15 seconds and do not block other requests',
    { timeout: 40_000 },
    async () => {
      const dripping = Array.from({ length: DRIPPING }, () => drip(`${HEAD}X-Drip: `, 'a'))
      const latencies: number[] = []
      const measure = async (): Promise<void> => {
        for (let count = 0; count < 100; count++) {
          const started = performance.now()
          const response = await fetch(`${heddle.url}/api/v1/threads`)
          expect(response.status).toBe(200)
          await response.text()
          latencies.push(performance.now() - started)
          await sleep(100)
        }
      }
      const [cutOff] = await Promise.all([Promise.all(dripping), measure()])
      const seconds = cutOff.map((client) => client.seconds).sort((a, b) => a - b)
      latencies.sort((a, b) => a - b)
      console.log(
        JSON.stringify({
          test: 'slow-clients',
          dripping: DRIPPING,
          first_cut_s: Number(seconds[0]?.toFixed(1)),
          last_cut_s: Number(seconds.at(-1)?.toFixed(1)),
          other_requests_p99_ms: Number(latencies[98]?.toFixed(1)),
        }),
      )
      expect(seconds[0]).toBeGreaterThan(14)
      expect(seconds.at(-1)).toBeLessThan(25)
      // A blocked request would take until the slow clients are disconnected.
      expect(latencies[98]).toBeLessThan(5_000)
      for (const { response } of cutOff) {
        expect(response).toMatch(/^HTTP\/1\.1 400 .*"error":"invalid_request".*did not arrive in time/s)
      }
    },
  )

  it('a client that sends nothing is disconnected after 15 seconds', { timeout: 40_000 }, async () => {
    const { seconds } = await drip('', '')
    expect(seconds).toBeLessThan(25)
  })

  // Runs only with HEDDLE_LONG=1, because it takes twice as long as the other tests.
  it.runIf(process.env['HEDDLE_LONG'])(
    'a client that drips a body is disconnected after 30 seconds',
    { timeout: 60_000 },
    async () => {
      const { seconds, response } = await drip(`${HEAD}Content-Length: 1000\r\n\r\n`, ' ')
      expect(seconds).toBeGreaterThan(28)
      expect(seconds).toBeLessThan(40)
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
    },
  )
})
