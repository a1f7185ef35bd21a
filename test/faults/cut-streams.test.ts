/**
 * A stream that is cut again and again, and resumed with Last-Event-ID each time, equals an uncut stream.
 * HEDDLE_CUTS, HEDDLE_SEED and HEDDLE_LONG=1 change how often and where it is cut.
 */
import { expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { startCuttingProxy } from '../support/cutting-proxy.js'
import { createTestDatabase } from '../support/databases.js'
import { followRun, readFrames, readAllFrames, type Frame } from '../support/event-stream.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { makeTalkerProject, TALKER_ID } from '../support/talker-project.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const CUTS = Number(process.env['HEDDLE_CUTS'] ?? (LONG ? 1_000 : 200))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const TOKENS = 1_000
const MAX_BYTES = 6_000
const TIMEOUT_MS = 120_000

it(
  `a stream that is cut at random bytes, ${CUTS} times in total, equals the uncut stream frame by frame`,
  { timeout: TIMEOUT_MS + CUTS * 2_000 },
  async () => {
    const { url: databaseUrl, drop } = await createTestDatabase('sqlite')
    const { env } = makeTalkerProject(TOKENS)
    const random = makeRandom(SEED)
    // Short limits cut within the headers, longer ones within a frame or between two.
    const proxy = await startCuttingProxy(() => 1 + Math.floor(random() * MAX_BYTES))
    let heddle = await startHeddle({ databaseUrl, env })
    proxy.setTarget(heddle.port)

    const figures = { test: 'cut-streams', seed: SEED, cuts: 0, kills: 0, runs: 0, tokens: 0, connections: 0 }
    const body = { assistant_id: TALKER_ID, input: {} }
    const follow = (runId: string, url: () => string | undefined) =>
      followRun(url, runId, { idleTimeoutMs: 30_000, signal: AbortSignal.timeout(TIMEOUT_MS) })

    while (figures.cuts < CUTS || figures.kills === 0) {
      const { body: run } = await callServer(heddle, 'POST', '/api/v1/runs', { body })
      const cut = follow(run.run_id, () => proxy.url)
      // Only the kill of the server interrupts this stream.
      const direct = follow(run.run_id, () => heddle.url)
      if (figures.kills === 0) {
        await waitForFirstTokens(heddle.url, run.run_id)
        heddle.kill('SIGKILL')
        await heddle.exited
        proxy.setTarget(undefined)
        heddle = await startHeddle({ databaseUrl, env })
        proxy.setTarget(heddle.port)
        figures.kills++
      }
      const [{ frames, connections }, uncut] = await Promise.all([cut, direct])
      const stored = await readAllFrames(heddle.url, run.run_id)
      expect(toTexts(frames)).toEqual(toTexts(stored))
      expect(toTexts(uncut.frames)).toEqual(toTexts(stored))
      expect(stored.map(({ id }) => id)).toEqual(stored.map((_, index) => index + 1))
      expect(stored.at(-1)?.event).toBe('run.completed')
      figures.runs++
      figures.cuts = proxy.cutCount()
      figures.connections += connections
      figures.tokens += frames.filter(({ event }) => event === 'llm.token').length
    }
    console.log(JSON.stringify(figures))
    expect(figures.tokens).toBeGreaterThanOrEqual(figures.runs * TOKENS)
    await proxy.close()
    await heddle.stop()
    await drop()
  },
)

const toTexts = (frames: readonly Frame[]): string[] => frames.map(({ text }) => text)

/** Waits until the run has emitted a tenth of its tokens. */
const waitForFirstTokens = async (url: string, runId: string): Promise<void> => {
  let tokens = 0
  for await (const { event } of readFrames(url, runId)) {
    if (event === 'llm.token' && ++tokens === TOKENS / 10) return
  }
}
