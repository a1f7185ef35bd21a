/**
 * Guardrails under kill -9: no matter when the process is killed, after all runs ended no redacted or blocked text is stored or
 * logged anywhere, and every run is counted exactly once.
 *
 * A run that was killed is executed again with its stored input, from which the guardrails have removed the text. Such a run may
 * find nothing the second time. A run that was executed once always has the outcome of its text.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { dumpDatabase } from '../support/dump-database.js'
import { makeTempFolder, startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { waitForAllRuns, listRuns, type Run } from './run-audit.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const KILLS = Number(process.env['HEDDLE_KILLS'] ?? (LONG ? 20 : 2))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RUNS_A_LIFE = 12
const PATIENCE_MS = 60_000
const SECRETS = /4111.?1111|night.?fall/i

const guardrails = [
  {
    name: 'filter',
    type: 'output_filter',
    config: { detect_patterns: ['credit_card'], block_patterns: ['nightfall'] },
  },
]

/** The demo model repeats what it should remember. */
const MESSAGES = ['My card is 4111 1111 1111 1111.', 'My plan is Nightfall.', 'What is 17 * 23?']
const EXPECTED_ERRORS = [null, 'guardrail_blocked', null]

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `after ${KILLS} kills no redacted text is stored, and every run is counted once`,
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const file = join(makeTempFolder(), 'guardrails.json')
      writeFileSync(file, JSON.stringify({ guardrails }))
      const env = { GUARDRAILS_FILE: file, LOG_LEVEL: 'debug' }
      const random = makeRandom(SEED)
      const outputs: string[] = []
      const made: string[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        const heddle = await startHeddle({ databaseUrl, env })
        const { body } = await callServer(heddle, 'GET', '/api/v1/assistants')
        const { assistant_id } = (body as { data: { assistant_id: string }[] }).data[0]!
        for (let index = 0; index < RUNS_A_LIFE; index++) {
          const input = { message: MESSAGES[index % MESSAGES.length] }
          const run = await callServer(heddle, 'POST', '/api/v1/runs', { body: { assistant_id, input } })
          made.push((run.body as { run_id: string }).run_id)
        }
        await sleep(random() * 250)
        heddle.kill('SIGKILL')
        await heddle.exited
        outputs.push(heddle.output())
      }
      const survivor = await startHeddle({ databaseUrl, env })
      expect(await waitForAllRuns(survivor.url, PATIENCE_MS)).toBe(true)
      const runs = await listRuns(survivor.url)
      const { summary } = (await callServer(survivor, 'GET', '/api/v1/governance/guardrails/metrics'))
        .body as {
        summary: Record<string, number>
      }
      await survivor.stop()
      outputs.push(survivor.output())
      const leaks = [...(await dumpDatabase(databaseUrl)), ...outputs].filter((text) => SECRETS.test(text))
      const executedOnce = runs.filter(({ attempt }) => attempt === 1)
      const hasWrongEnd = ({ run_id, error }: Run): boolean =>
        (error?.code ?? null) !== EXPECTED_ERRORS[made.indexOf(run_id) % MESSAGES.length]
      const countOnce = (kind: number): number =>
        executedOnce.filter(({ run_id }) => made.indexOf(run_id) % MESSAGES.length === kind).length
      const { blocked = 0, flagged = 0, passed = 0 } = summary
      console.log(
        JSON.stringify({
          test: 'kill-guardrails',
          databaseKind,
          kills: KILLS,
          ...summary,
          executed_once: executedOnce.length,
          leaks: leaks.length,
        }),
      )
      expect(leaks).toEqual([])
      expect(new Set(runs.map(({ run_id }) => run_id))).toEqual(new Set(made))
      expect(executedOnce.filter(hasWrongEnd)).toEqual([])
      expect(blocked + flagged + passed).toBe(made.length)
      expect(summary['total_requests']).toBe(made.length)
      const atLeast = [countOnce(0), countOnce(1), made.length / 3]
      expect([flagged, blocked, passed].every((count, kind) => count >= atLeast[kind]!)).toBe(true)
      await drop()
    },
    PATIENCE_MS * 3,
  )
})
