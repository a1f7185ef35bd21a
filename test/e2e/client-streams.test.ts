/** Streams of the clients over a proxy that cuts connections, and over a server that is killed and restarted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client, type RunStreamEvent } from '../../clients/typescript/src/index.js'
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { hasPython, runPython } from '../support/python.js'
import { makeRandom } from '../support/random.js'
import { makeTalkerProject, TALKER_ID } from '../support/talker-project.js'
import { toArray } from '../support/to-array.js'

const TOKENS = 400
const MAX_BYTES = 12_000

const RUN = { assistant_id: TALKER_ID, input: {} }

const folder = makeTempFolder()
let env: Record<string, string>
let heddle: Heddle
let proxy: CuttingProxy
let isCutting = false
let direct: Client
let cut: Client
beforeAll(async () => {
  env = makeTalkerProject(TOKENS).env
  heddle = await startHeddle({ folder, env })
  const random = makeRandom(1)
  proxy = await startCuttingProxy(() => (isCutting ? 1 + Math.floor(random() * MAX_BYTES) : Infinity))
  proxy.setTarget(heddle.port)
  direct = createClient({ url: heddle.url })
  cut = createClient({ url: proxy.url })
})
afterAll(async () => {
  await heddle.stop()
  await proxy.close()
})

const restart = async (): Promise<void> => {
  heddle.kill('SIGKILL')
  await heddle.exited
  proxy.setTarget(undefined)
  heddle = await startHeddle({ folder, env })
  proxy.setTarget(heddle.port)
}

const FOLLOW_RUN = `
import json, sys
from heddle_client import Client
for event in Client(sys.argv[1]).runs.create_and_stream(assistant_id=sys.argv[2], input={}):
    print(json.dumps(event))
`

const expectComplete = async (events: RunStreamEvent[], client: Client): Promise<void> => {
  const stored = await toArray(client.runs.listEvents(events[0]!.run_id, { limit: 1_000 }))
  expect(events.map(({ seq, type }) => [seq, type])).toEqual(stored.map(({ seq, type }) => [seq, type]))
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)?.type).toBe('run.completed')
}

describe('streams of the clients', () => {
  it('a stream that is cut again and again has every event once', async () => {
    const { run_id } = await direct.runs.create(RUN)
    isCutting = true
    // Some cuts come before the first event, so more than the usual number of failures in a row is possible.
    const events = await toArray(cut.runs.stream(run_id, { maxRetries: 100 }))
    isCutting = false
    expect(proxy.cutCount()).toBeGreaterThan(5)
    await expectComplete(events, direct)
  })

  it('a stream continues after the server was killed and restarted', async () => {
    const events: RunStreamEvent[] = []
    for await (const event of cut.runs.createAndStream(RUN)) {
      events.push(event)
      if (events.length === 50) await restart()
    }
    await expectComplete(events, createClient({ url: heddle.url }))
    expect(events.filter(({ type }) => type === 'run.claimed')).toHaveLength(2)
  })

  it.skipIf(!hasPython)('a stream of the Python client continues after such a restart', async () => {
    let restarted: Promise<void> | undefined
    const { code, stdout, stderr } = await runPython(['-c', FOLLOW_RUN, proxy.url, TALKER_ID], {
      onOutput: (output) => {
        if (output.split('\n').length > 50) restarted ??= restart()
      },
    })
    expect(code, stderr).toBe(0)
    await restarted
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RunStreamEvent)
    await expectComplete(events, createClient({ url: heddle.url }))
    expect(events.filter(({ type }) => type === 'run.claimed')).toHaveLength(2)
  })

  it('a stream of a run that does not exist fails at once', async () => {
    const client = createClient({ url: heddle.url })
    const stream = client.runs.stream('0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20')
    await expect(stream.next()).rejects.toMatchObject({ error: 'resource_not_found' })
  })

  it('a stream that the caller leaves closes its connection', async () => {
    const client = createClient({ url: heddle.url })
    for await (const { type } of client.runs.createAndStream(RUN)) if (type === 'llm.token') break
    const countStreams = async () => {
      const metrics = await (await fetch(`${heddle.url}/metrics`)).text()
      return /^heddle_streams_open (\d+)$/m.exec(metrics)?.[1]
    }
    await expect.poll(countStreams).toBe('0')
  })
})
