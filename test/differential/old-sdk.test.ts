/** Plays scenarios of the differential suite with an older version of the SDK, on both servers. */
import { join } from 'node:path'
import type { Client } from '@langchain/langgraph-sdk'
import { Client as OldClient } from 'langgraph-sdk-1.9'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProject } from '../../src/project/read-project.js'
import { startApp, type TestApp } from '../support/app.js'
import { compare, type Difference } from './compare.js'
import { findDeliberateDifference } from './find-difference.js'
import { EXAMPLE, startPeer, type Peer } from './peer.js'
import { playScenario, type Scenario } from './scenario.js'
import { assistants } from './scenarios/assistants.js'
import { interrupts } from './scenarios/interrupts.js'
import { runs } from './scenarios/runs.js'
import { states } from './scenarios/states.js'
import { streams } from './scenarios/streams.js'
import { threads } from './scenarios/threads.js'

/** Scenarios that call what the older SDK offers. Stream modes come first, because there are most of them. */
const SCENARIOS: Scenario[] = [...streams, ...interrupts, ...runs, ...states, ...threads, ...assistants]

const AT_ONCE = 16
const TIMEOUT_MS = 110_000
const results = new Map<string, Promise<Difference[]>>()
let app: TestApp
let peer: Peer

beforeAll(async () => {
  const { graphs } = readProject(join(EXAMPLE, 'langgraph.json'))!
  ;[peer, app] = await Promise.all([
    startPeer(EXAMPLE, { graphs }),
    startApp({ execute: true, project: EXAMPLE }),
  ])
  playAll(peer.url, await app.listen())
})
afterAll(async () => {
  await Promise.allSettled(results.values())
  await Promise.all([peer.stop(), app.stop()])
})

const findDifferences = async (scenario: Scenario, urls: string[]): Promise<Difference[]> => {
  const play = (url: string) => playScenario(scenario, url, OldClient as unknown as typeof Client)
  const [peerCalls = [], ourCalls = []] = await Promise.all(urls.map(play))
  return compare(peerCalls, ourCalls).filter(
    (difference) => findDeliberateDifference(scenario.name, difference) === undefined,
  )
}

/** Runs AT_ONCE scenarios at a time, because the peer polls for new runs only every half second. */
const playAll = (...urls: string[]): void => {
  const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  SCENARIOS.forEach((scenario, index) => {
    const result = lanes[index % AT_ONCE]!.then(() => findDifferences(scenario, urls))
    lanes[index % AT_ONCE] = result.catch(() => undefined)
    results.set(scenario.name, result)
  })
}

describe('both servers respond alike to the SDK 1.9.31', () => {
  it.each(SCENARIOS.map(({ name }) => name))('%s', { timeout: TIMEOUT_MS }, async (name) => {
    expect(await results.get(name)).toEqual([])
  })
})
