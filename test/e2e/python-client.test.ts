/** Runs the tests of the Python client against a real server, and compares it with the TypeScript client. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../clients/typescript/src/index.js'
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { hasPython, runPython } from '../support/python.js'
import { makeRandom } from '../support/random.js'
import { BODY, CASES, NOW, SECRET } from '../support/webhook-cases.js'

const MAX_BYTES = 2_500

const LIST_METHODS = `
import inspect, json
from heddle_client import Client
print(json.dumps({
    resource: [name for name, _ in inspect.getmembers(value, inspect.ismethod) if not name.startswith("_")]
    for resource, value in vars(Client()).items()
}))
`

const VERIFY = `
import json, sys
from heddle_client import WebhookVerificationError, verify_webhook
for line in sys.stdin:
    case = json.loads(line)
    try:
        verify_webhook(case["secret"], case["headers"], case["body"].encode(), now=case["now"])
        print("genuine")
    except WebhookVerificationError:
        print("rejected")
`

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.skipIf(!hasPython)('the Python client', () => {
  let heddle: Heddle
  let proxy: CuttingProxy
  beforeAll(async () => {
    const random = makeRandom(1)
    proxy = await startCuttingProxy(() => 1 + Math.floor(random() * MAX_BYTES))
    heddle = await startHeddle()
    proxy.setTarget(heddle.port)
  })
  afterAll(async () => {
    await heddle.stop()
    await proxy.close()
  })

  it('passes its tests on a real server', async () => {
    const env = { HEDDLE_URL: heddle.url, HEDDLE_CUT_URL: proxy.url }
    const { code, stderr } = await runPython(['-m', 'unittest', 'test_heddle_client'], { env })
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/^Ran \d{2} tests/m)
    expect(proxy.cutCount()).toBeGreaterThan(3)
  })

  it('has the methods of the TypeScript client', async () => {
    const { stdout, stderr } = await runPython(['-c', LIST_METHODS])
    expect(stderr).toBe('')
    const methods = Object.entries(createClient()).map(([resource, value]) => [
      toSnakeCase(resource),
      Object.keys(value as object)
        .map(toSnakeCase)
        .sort(),
    ])
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(methods))
  })

  it('accepts and rejects the same signatures of webhooks', async () => {
    const input = CASES.map(([, received]) =>
      JSON.stringify({ secret: SECRET, body: BODY, now: NOW, ...received }),
    ).join('\n')
    const { stdout, stderr } = await runPython(['-c', VERIFY], { input })
    expect(stderr).toBe('')
    const outcomes = stdout.trim().split('\n')
    expect(outcomes.map((outcome, index) => `${CASES[index]![0]}: ${outcome}`)).toEqual(
      CASES.map(([title, , outcome]) => `${title}: ${outcome.test('genuine') ? 'genuine' : 'rejected'}`),
    )
  })
})
