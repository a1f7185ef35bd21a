/** Measures the cost of seven guardrails per run. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Programs } from './build.js'
import { withCleanup, makeTemporaryFolder, type Defer } from './cleanup.js'
import { compareServers } from './compare-servers.js'
import { startWithAgent } from './start-heddle.js'
import { atLeast, type Finding } from './report.js'
import { createRun, getStreamPath, toUnexpectedError, type RunClient } from './run-clients.js'

/** A single-turn conversation with the built-in agent: about 250 characters in, and as many out. */
const QUESTION =
  'My parcel with the blue lamp has not arrived although the letter said Tuesday, and nobody answers the telephone. ' +
  'I have waited at home for two days. Could you find out where it is, and tell me when somebody will bring it?'

export const runOnAgent: RunClient = async (connection) => {
  const started = performance.now()
  const runId = await createRun(connection, 'agent', { input: { message: QUESTION } })
  let firstEventMs: number | undefined
  const response = await connection.get(getStreamPath(runId), () => {
    firstEventMs ??= performance.now() - started
  })
  if (firstEventMs === undefined || !response.body.includes('event: run.completed'))
    throw toUnexpectedError(response)
  return { firstEventMs, resultMs: performance.now() - started }
}

/** One guardrail of each of seven types; none of them blocks a run of the benchmark. */
const GUARDRAILS = [
  { type: 'topic_restriction', config: { blocked: ['politics', 'gambling'], action_on_violation: 'block' } },
  {
    type: 'anomaly_detection',
    config: {
      metrics: ['response_length_variance', 'sentiment_deviation', 'topic_drift_score'],
      baseline_window: 50,
      alert_on: '2_sigma_deviation',
    },
  },
  {
    type: 'output_filter',
    config: { detect_patterns: ['ssn', 'credit_card', 'email'], block_patterns: ['internal use only'] },
  },
  {
    type: 'content_safety',
    config: { categories: ['hate_speech', 'violence', 'self_harm'], threshold: 0.7, action: 'block' },
  },
  {
    type: 'output_integrity',
    config: { min_length: 1, max_length: 5_000, require_complete_sentences: true },
  },
  { type: 'disclaimer_required', config: { text: 'This is not advice.' } },
  { type: 'human_review', config: { for_amounts_over: 1_000_000 } },
].map((guardrail) => ({ name: guardrail.type, enabled: true, ...guardrail }))

export const benchGuardedRuns = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const plain = await startWithAgent(programs, defer)
    const guarded = await startWithAgent(programs, defer, { GUARDRAILS_FILE: writeGuardrailsFile(defer) })
    const ratio = await compareServers(plain, guarded, runOnAgent)
    return [atLeast('runs with seven guardrails: relative to the rate without', ratio, 0.85)]
  })

export const writeGuardrailsFile = (defer: Defer): string => {
  const file = join(makeTemporaryFolder(defer), 'guardrails.json')
  writeFileSync(file, JSON.stringify({ guardrails: GUARDRAILS }))
  return file
}
