import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CheckThreads } from '../../src/engine/checks/check-threads.js'
import type { CheckRequest } from '../../src/engine/checks/protocol.js'

/** A thread that returns its id, and never ends or exits for some texts. */
const THREAD = `
import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', ({ text }) => {
  if (text === 'loop') for (;;) {}
  if (text === 'exit') process.exit(1)
  if (text === 'fail') parentPort.postMessage({ error: 'no rule' })
  else setTimeout(() => parentPort.postMessage({ result: { text: String(threadId) } }), 20)
})
`

let folder: string
let threads: CheckThreads | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-checks-'))
  writeFileSync(join(folder, 'thread.mjs'), THREAD)
})
afterEach(() => threads?.stop())
afterAll(() => rmSync(folder, { recursive: true }))

const makeThreads = (deadlineMs = 60_000) => {
  threads = new CheckThreads({ deadlineMs, file: join(folder, 'thread.mjs') })
  return threads
}

const toRequest = (text: string): CheckRequest & { kind: 'guardrails' } => ({
  kind: 'guardrails',
  definitions: [{ name: 'evil', type: 'output_filter', config: {} }],
  text,
  stage: 'output',
  finishReason: undefined,
})

it('a check after the deadline is rejected with a code, and later checks use a new thread', async () => {
  const pool = makeThreads(3_000)
  const first = await pool.run('a', toRequest('x'))
  await expect(pool.run('a', toRequest('loop'))).rejects.toMatchObject({
    code: 'check_timeout',
    message:
      'Checking the text with the guardrails evil took longer than 3 s; shorten the text or simplify the patterns',
  })
  const later = await pool.run('a', toRequest('x'))
  expect(later.text).not.toBe(first.text)
})

it('a check that never ends does not delay the checks of other tenants', async () => {
  const pool = makeThreads()
  const hanging = expect(pool.run('a', toRequest('loop'))).rejects.toThrow('The service is stopping')
  const waiting = expect(pool.run('a', toRequest('x'))).rejects.toThrow('The service is stopping')
  for (let count = 0; count < 5; count++) await pool.run('b', toRequest('x'))
  await pool.stop()
  await Promise.all([hanging, waiting])
})

it('a thread that exits or reports an error fails only its own check', async () => {
  const pool = makeThreads()
  await expect(pool.run('a', toRequest('exit'))).rejects.toThrow('the check thread exited')
  await expect(pool.run('a', toRequest('fail'))).rejects.toThrow('no rule')
  expect(Number((await pool.run('a', toRequest('x'))).text)).toBeGreaterThan(0)
})

it('a request is rejected if 100 checks of its tenant wait, and a check in the background waits', async () => {
  const pool = makeThreads()
  const running = pool.run('a', toRequest('loop')).catch(() => undefined)
  const queued = Array.from({ length: 100 }, () => pool.run('a', toRequest('x')).catch(() => undefined))
  await expect(pool.run('a', toRequest('x'))).rejects.toMatchObject({ code: 'service_unavailable' })
  const background = pool.run('a', toRequest('x'), true).catch((error: unknown) => error)
  expect(Number((await pool.run('b', toRequest('x'))).text)).toBeGreaterThan(0)
  await pool.stop()
  expect(await background).toMatchObject({ message: 'The service is stopping' })
  await Promise.all([running, ...queued])
})
