/** Creates one of every resource of a tenant, so that another tenant can try to reach it. */
import { expect } from 'vitest'
import type { TestApp } from '../support/app.js'

export type Headers = Record<string, string>

/** Occurs in every text that the tenant stores. */
export const CANARY = 'canary-of-the-other-tenant'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies whose shape is known
type Body = any

/** Returns the IDs by the names of the path parameters of the API. */
export const createResources = async (app: TestApp, headers: Headers): Promise<Record<string, string>> => {
  const send = async (method: string, path: string, body?: object): Promise<Body> => {
    const response = await app.call(method, path, body, { headers })
    expect([path, response.status < 300, response.text]).toEqual([path, true, response.text])
    return response.body
  }
  const post = (path: string, body: object): Promise<Body> => send('POST', path, body)
  const metadata = { note: CANARY }
  const guardrail = await post('/api/v1/governance/guardrails', {
    name: `${CANARY}-guardrail`,
    type: 'output_filter',
    config: { detect_patterns: ['email'], action: 'redact' },
  })
  const policy = await post('/api/v1/governance/policies', {
    name: `${CANARY}-policy`,
    guardrails: [guardrail.name],
    audit_level: 'full',
  })
  const assistant = await post('/api/v1/assistants', {
    name: CANARY,
    metadata,
    config: { policy: policy.name },
  })
  const { assistant_id } = assistant
  const thread = await post('/api/v1/threads', { title: CANARY, metadata })
  const { thread_id } = thread
  const message = await post('/api/v1/messages', { thread_id, content: CANARY })
  const webhook = await post('/api/v1/webhooks', {
    url: `https://example.com/${CANARY}`,
    events: ['*'],
    description: CANARY,
  })
  const delivery = await send('POST', `/api/v1/webhooks/${webhook.webhook_id}/test`)
  const input = { message: `${CANARY}: write to jane@example.com` }
  await post(`/threads/${thread_id}/runs/wait`, { assistant_id, input, metadata })
  const [run] = await send('GET', `/threads/${thread_id}/runs`)
  const state = await send('GET', `/threads/${thread_id}/state`)
  const audit = await send('GET', '/api/v1/governance/audit')
  const dataset = await post('/api/v1/datasets', { name: CANARY, description: CANARY, metadata })
  const { dataset_id } = dataset
  const examples = [{ input: { message: CANARY }, expected_output: { contains: CANARY } }]
  const added = await post(`/api/v1/datasets/${dataset_id}/examples`, { examples })
  const evaluation = await post('/api/v1/evals', {
    name: CANARY,
    type: 'heuristic',
    assistant_id,
    dataset_id,
  })
  const feedback = await post('/api/v1/feedback', { run_id: run.run_id, rating: 'negative', comment: CANARY })
  const key = await post('/api/v1/api-keys', { name: CANARY, scopes: ['read'] })
  const cron = await post('/runs/crons', { assistant_id, schedule: '0 0 1 1 *', metadata })
  const view = await post('/api/v1/views', { name: CANARY, screen: 'runs', query: CANARY, shared: true })
  await send('PUT', '/store/items', { namespace: [CANARY], key: 'k', value: { text: CANARY } })
  return {
    assistant_id,
    thread_id,
    message_id: message.message_id,
    run_id: run.run_id,
    checkpoint_id: state.checkpoint.checkpoint_id,
    webhook_id: webhook.webhook_id,
    delivery_id: delivery.delivery_id,
    guardrail: guardrail.guardrail_id,
    policy: policy.policy_id,
    decision_id: audit.data[0].decision_id,
    dataset_id,
    example_id: added.examples[0].example_id,
    eval_id: evaluation.eval_id,
    feedback_id: feedback.feedback_id,
    key_id: key.key_id,
    cron_id: cron.cron_id,
    view_id: view.view_id,
  }
}
