/** The dashboard and the alert rules of deploy/observability, with a real Prometheus server that scrapes a real service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { callServer } from '../support/call-server.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import {
  isPrometheusInstalled,
  OBSERVABILITY_FOLDER,
  runPromtool,
  startPrometheus,
  type Prometheus,
} from '../support/prometheus.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

interface Panel {
  title: string
  targets?: { expr: string }[]
}

const readObservabilityFile = (path: string): string => readFileSync(join(OBSERVABILITY_FOLDER, path), 'utf8')

const rules = (
  parse(readObservabilityFile('alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(readObservabilityFile('grafana/dashboards/heddle.json')) as { panels: Panel[] }
const panelExpressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const findMetrics = (expressions: string[]): string[] => [
  ...new Set(expressions.flatMap((expr) => expr.match(/\b(?:heddle|process|nodejs)_[a-z_]+/g) ?? [])),
]

const skipped = isPrometheusInstalled ? '' : ' (skipped: Prometheus is not installed)'

describe.skipIf(!isPrometheusInstalled)(`the alert rules and the dashboard${skipped}`, () => {
  let models: OpenAiServer
  let receiver: WebhookReceiver
  let heddle: Heddle
  let prometheus: Prometheus
  beforeAll(async () => {
    models = await startOpenAiServer({
      reply: ({ body }) =>
        body.messages.some(({ role }) => role === 'tool') || body['tools'] === undefined
          ? { text: 'Done.' }
          : { toolCalls: [{ id: 'c1', name: 'calculator', args: { expression: '1/' } }] },
    })
    receiver = await startWebhookReceiver({ status: 500 })
    heddle = await startHeddle({ env: { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test-key' } })
    prometheus = await startPrometheus(`localhost:${String(heddle.port)}`)
  }, 120_000)
  afterAll(async () => {
    await prometheus.stop()
    await heddle.stop()
    await models.stop()
    await receiver.stop()
  })

  const post = async (path: string, body: object) => {
    const { status, body: created } = await callServer(heddle, 'POST', `/api/v1${path}`, { body })
    expect(status, JSON.stringify(created)).toBeLessThan(300)
    return created
  }
  const createAssistant = async (config: object): Promise<string> =>
    (await post('/assistants', { name: 'A', config: { model: 'openai:gpt-4.1', ...config } })).assistant_id

  it('the rules are valid, and each alert has a unit test that passes', () => {
    expect(runPromtool('check', 'rules', 'alerts.yml')).toContain(
      `SUCCESS: ${String(rules.length)} rules found`,
    )
    expect(runPromtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
    const { tests } = parse(readObservabilityFile('alerts.test.yml')) as { tests: { name: string }[] }
    expect(rules.filter(({ alert }) => !tests.some(({ name }) => name.startsWith(`${alert} fires`)))).toEqual(
      [],
    )
  })

  it('the configuration of Prometheus is valid', () => {
    expect(runPromtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
  })

  it('every metric of a panel or a rule is scraped, and the alerts for failing runs, tools, guardrails and webhooks fire', async () => {
    await post('/webhooks', { url: `${receiver.url}/hook`, events: ['run.completed'] })
    const withTool = await createAssistant({ tools: ['calculator'] })
    const guarded = await createAssistant({
      guardrails: [{ name: 'filter', type: 'output_filter', config: { block_patterns: ['done'] } }],
    })
    const used = findMetrics([...rules.map(({ expr }) => expr), ...panelExpressions])
    expect(used.length).toBeGreaterThan(30)
    const expected = [
      'HeddleRunsFailing',
      'HeddleToolFailing',
      'HeddleGuardrailsBlocking',
      'HeddleWebhooksFailing',
    ]
    const fired = new Set<string>()
    await expect
      .poll(
        async () => {
          for (const assistant_id of [withTool, guarded])
            await post('/runs?wait=10', { assistant_id, input: { message: 'Hello' } })
          for (const alert of await prometheus.listFiringAlerts()) fired.add(alert)
          const scraped = await prometheus.listMetrics()
          return {
            missing: used.filter((name) => !scraped.has(name)),
            notFired: expected.filter((alert) => !fired.has(alert)),
          }
        },
        { timeout: 60_000, interval: 200 },
      )
      .toEqual({ missing: [], notFired: [] })
    expect(fired).not.toContain('HeddleDown')
  }, 90_000)

  it('the alert for a service that does not respond fires', async () => {
    await heddle.stop()
    await expect.poll(() => prometheus.listFiringAlerts(), { timeout: 30_000 }).toContain('HeddleDown')
  }, 60_000)
})
