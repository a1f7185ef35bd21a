/**
 * Makes the same calls with the official SDK to LangGraph.js's development server (the peer) and to Heddle, and compares the responses.
 * The responses of the peer are recorded (recording.ts). Scenarios run concurrently, because many of them wait, and a live peer polls
 * for new runs only every half second.
 */
import { readFileSync } from 'node:fs'
import { Client } from '@langchain/langgraph-sdk'
import { Ajv } from 'ajv'
import { Client as OldClient } from 'langgraph-sdk-1.9'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { readEvents } from '../support/agent-protocol.js'
import { startApp, type TestApp } from '../support/app.js'
import { compare, type Difference } from './compare.js'
import { findDeliberateDifference, type DeliberateDifference } from './find-difference.js'
import { DELIBERATE_DIFFERENCES } from './deliberate-differences.js'
import { renderCompatibilityPage, isServed, PAGE_PATH, type ScenarioOutcome } from './compatibility-page.js'
import { makeComparedProject } from './compared-project.js'
import { startPeer, type Peer } from './peer.js'
import { numberGeneratedValues } from './generated-values.js'
import { isPeerLive, openPeerRecording } from './recording.js'
import type { Call } from './record.js'
import { playScenario, type Scenario, type Sdk } from './scenario.js'
import { OLD_SDK_SCENARIOS, SCENARIOS } from './scenarios/all.js'

const AT_ONCE = 16
const TIMEOUT_MS = 110_000

const SDK: Sdk = { version: '1.12.0', Client }
const OLD_SDK: Sdk = { version: '1.9.31', Client: OldClient as unknown as typeof Client }

interface PlayedScenario extends ScenarioOutcome {
  unexpected: Difference[]
}

const results = new Map<string, Promise<PlayedScenario>>()
const oldSdkResults = new Map<string, Promise<PlayedScenario>>()
const occurred = new Set<DeliberateDifference>()
const ajv = new Ajv({ strict: false })
let app: TestApp
let peer: Peer | undefined
let ourUrl: string

const recordedCalls = openPeerRecording<Call[]>('scenarios', {
  normalize: numberGeneratedValues,
  expectSame: (live, stored) => expect(compare(stored, live)).toEqual([]),
})
const recordedEvents = openPeerRecording<unknown[]>('custom-events')

const playBoth = async (scenario: Scenario, sdk: Sdk): Promise<PlayedScenario> => {
  const { name, shapes } = scenario
  if (shapes !== undefined) {
    const calls = await playScenario(scenario, ourUrl, sdk)
    const invalidCalls = calls.filter(({ endpoint, body }) => !ajv.validate(shapes[endpoint] ?? {}, body))
    const unexpected = [...calls.filter((call) => !isServed(call)), ...invalidCalls].map(
      ({ endpoint, body }) => ({ at: endpoint, peer: 'the platform’s OpenAPI', ours: body }),
    )
    return { name, peer: [], ours: calls, deliberate: [], unexpected }
  }
  const [peerCalls, ours] = await Promise.all([
    recordedCalls.get(`${name}, SDK ${sdk.version}`, () => playScenario(scenario, peer!.url, sdk)),
    playScenario(scenario, ourUrl, sdk),
  ])
  const found = compare(peerCalls, ours).map((difference) => ({
    difference,
    listed: findDeliberateDifference(name, difference),
  }))
  const deliberate = [...new Set(found.flatMap(({ listed }) => listed ?? []))]
  for (const listed of deliberate) occurred.add(listed)
  const unexpected = found.filter(({ listed }) => listed === undefined).map(({ difference }) => difference)
  return { name, peer: peerCalls, ours, deliberate, unexpected }
}

/** It waits for the compiler, which reads the types of all graphs in a thread of its own meanwhile. */
const LONGEST_SCENARIO = 'assistants are MCP tools and A2A agents'

/** Runs AT_ONCE scenarios at a time, in order, and the longest one beside them. */
const playAll = (): void => {
  const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE + 1 }, () => Promise.resolve())
  const scenarios = [
    ...SCENARIOS.map((scenario) => ({ scenario, sdk: SDK, played: results })),
    ...OLD_SDK_SCENARIOS.map((scenario) => ({ scenario, sdk: OLD_SDK, played: oldSdkResults })),
  ]
  scenarios.forEach(({ scenario, sdk, played }, index) => {
    const lane = scenario.name === LONGEST_SCENARIO ? AT_ONCE : index % AT_ONCE
    const result = lanes[lane]!.then(() => playBoth(scenario, sdk))
    lanes[lane] = result.catch(() => undefined)
    played.set(scenario.name, result)
  })
}

beforeAll(async () => {
  const { folder, graphs } = makeComparedProject()
  ;[peer, app] = await Promise.all([
    isPeerLive ? startPeer(folder, { graphs }) : undefined,
    startApp({ execute: true, project: folder }),
  ])
  ourUrl = await app.listen()
  playAll()
}, TIMEOUT_MS)
afterAll(async () => {
  await Promise.allSettled([...results.values(), ...oldSdkResults.values()])
  await Promise.all([peer?.stop(), app.stop()])
})

describe('both servers respond alike', () => {
  it.each(SCENARIOS.map(({ name }) => name))('%s', { timeout: TIMEOUT_MS }, async (name) => {
    const { unexpected } = await results.get(name)!
    expect(unexpected).toEqual([])
  })
})

describe('both servers respond alike to the SDK 1.9.31', () => {
  it.each(OLD_SDK_SCENARIOS.map(({ name }) => name))('%s', { timeout: TIMEOUT_MS }, async (name) => {
    const { unexpected } = await oldSdkResults.get(name)!
    expect(unexpected).toEqual([])
  })
})

/** Runs a graph by the agent streaming protocol and returns its custom events. */
const readCustomEvents = async (url: string, assistant_id: string): Promise<unknown[]> => {
  const thread = newId()
  const reading = readEvents(url, thread, { channels: ['custom', 'lifecycle'], since: 0 })
  await fetch(`${url}/threads/${thread}/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, method: 'run.start', params: { assistant_id, input: {} } }),
  })
  return (await reading).filter(({ method }) => method === 'custom').map(({ params }) => params.data)
}

it('stream transformers emit the same values to the agent streaming protocol', async () => {
  const [theirs, ours] = await Promise.all([
    recordedEvents.get('transformers', () => readCustomEvents(peer!.url, 'transformers')),
    readCustomEvents(ourUrl, 'transformers'),
  ])
  expect(ours).toEqual(theirs)
  expect(ours).toHaveLength(3)
})

it('every listed difference occurs', async () => {
  await Promise.allSettled(results.values())
  expect(DELIBERATE_DIFFERENCES.filter((listed) => !occurred.has(listed)).map(({ what }) => what)).toEqual([])
})

// Run with -u to update the page.
it('the compatibility page is up to date', async () => {
  const outcomes = await Promise.all(results.values())
  const page = await renderCompatibilityPage(readFileSync(PAGE_PATH, 'utf8'), outcomes)
  await expect(page).toMatchFileSnapshot(PAGE_PATH)
})
