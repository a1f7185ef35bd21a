/** Runs that wait for a model do not keep others from starting, with default settings. */
import { expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp } from '../support/app.js'
import { startOpenAiServer } from '../support/openai-server.js'
import { waitForRun } from '../support/runs.js'

/** More than the runs that a node accepts at once. */
const RUNS = 100

it(`${String(RUNS)} runs wait for a model at the same time`, async () => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const model = await startOpenAiServer({
    reply: () => ({ text: 'Done.', beforePiece: () => released }),
  })
  const app = await startApp({
    execute: true,
    env: { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'openai:test' },
  })
  const createRun = async () => {
    const body = { assistant_id: builtInAssistantId('agent'), input: { message: 'Hello' } }
    return (await app.post('/api/v1/runs', body)).body.run_id as string
  }
  const ids = await Promise.all(Array.from({ length: RUNS }, createRun))
  await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(RUNS)
  release()
  const runs = await Promise.all(ids.map((id) => waitForRun(app, id)))
  expect(runs.filter(({ status }) => status !== 'completed')).toEqual([])
  await app.stop()
  await model.stop()
})
