/** An input that the main thread does not parse (ADR 0049) is redacted like a small one: in the run, the events and every table. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { dumpDatabase } from '../support/dump-database.js'
import { readRunEvents } from '../support/runs.js'
import { startGuardedApp, type GuardedApp } from './support.js'

const FILTER = {
  name: 'pii_filter',
  type: 'output_filter',
  config: { detect_patterns: ['email', 'ssn'], action: 'redact', replacement: '[REDACTED]' },
}

const MEGABYTE = 1_048_576
const FILLER = 'The meeting about the garden is on Tuesday, and é everybody is welcome. '
const SECRETS = ['first.person@example.com', '219-09-9999', 'last.person@example.com']

/** The secrets are at the start, in the middle and at the end of more than a megabyte. */
const makeMessage = (secrets: readonly string[]): string => {
  const filler = FILLER.repeat(Math.ceil(MEGABYTE / 2 / FILLER.length))
  return [
    `SSN or mail: ${secrets[0] ?? ''}. `,
    `SSN ${secrets[1] ?? ''}. `,
    `Mail ${secrets[2] ?? ''}.`,
  ].join(filler)
}

describe.for(DATABASE_KINDS)('a large input on %s', (databaseKind) => {
  let guarded: GuardedApp
  beforeAll(async () => {
    guarded = await startGuardedApp({ databaseKind, project: join(packageRoot, 'test/guardrails/project') })
  })
  afterAll(() => guarded.stop())

  it('is redacted from its start to its end, everywhere', async () => {
    const assistant_id = await guarded.createAssistant([FILTER])
    guarded.setReplies('Thank you.')
    const message = makeMessage(SECRETS)
    expect(message.length).toBeGreaterThan(MEGABYTE)
    // Without polling, because each response contains the input.
    const { body: run } = await guarded.app.post('/api/v1/runs?wait=60', { assistant_id, input: { message } })
    expect(run.status).toBe('completed')
    expect(run.input).toEqual({ message: makeMessage(SECRETS.map(() => '[REDACTED]')) })

    const triggered = (await readRunEvents(guarded.app, run.run_id)).filter(
      ({ type }) => type === 'guardrail.triggered',
    )
    expect(triggered.map(({ data }) => data)).toMatchObject([
      { guardrail: 'pii_filter', stage: 'input', action: 'redact' },
    ])
    const { data: audit } = (await guarded.app.get(`/api/v1/governance/audit?run_id=${run.run_id}`)).body
    expect(audit).toMatchObject([{ guardrail: 'pii_filter', stage: 'input', action: 'redact' }])
    expect(audit[0].spans).toHaveLength(SECRETS.length)

    const stored = await dumpDatabase(guarded.app.databaseUrl)
    expect(stored.some((line) => line.includes('[REDACTED]'))).toBe(true)
    for (const secret of SECRETS) expect(stored.filter((line) => line.includes(secret))).toEqual([])
  })
})
