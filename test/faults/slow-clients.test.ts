/** Clients that drip are cut off, and meanwhile take nothing from the others. */
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

/** Sends a beginning, then a byte a second, until the server has had enough. */
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

describe.concurrent('a client is cut off', () => {
  it('after 15 seconds of dripping headers, and 50 of them hold up nobody', { timeout: 40_000 }, async () => {
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
    // Held up: until the others are cut off.
    expect(latencies[98]).toBeLessThan(5_000)
    for (const { response } of cutOff) {
      expect(response).toMatch(/^HTTP\/1\.1 400 .*"error":"invalid_request".*did not arrive in time/s)
    }
  })

  it('after 15 seconds of silence', { timeout: 40_000 }, async () => {
    const { seconds } = await drip('', '')
    expect(seconds).toBeLessThan(25)
  })

  // Waits for twice as long as all the others; HEDDLE_LONG=1 takes the time.
  it.runIf(process.env['HEDDLE_LONG'])(
    'after 30 seconds of a dripping body',
    { timeout: 60_000 },
    async () => {
      const { seconds, response } = await drip(`${HEAD}Content-Length: 1000\r\n\r\n`, ' ')
      expect(seconds).toBeGreaterThan(28)
      expect(seconds).toBeLessThan(40)
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
    },
  )
})
