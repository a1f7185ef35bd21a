/** The assistants and guardrails of a shop. Models are the demo model, which streams slowly, so that durations are visible. */
import type { Client } from './client.js'
import {
  ARCHIVE_GRAPH,
  CLEANER_GRAPH,
  CRM_GRAPH,
  INVOICE_GRAPH,
  REFUND_GRAPH,
  RESEARCH_GRAPH,
  TRACKER_GRAPH,
} from './graphs.js'

const MODEL = { model: 'demo:slow' }

const clientFunction = (name: string, description: string, properties: Record<string, unknown>) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, required: Object.keys(properties) },
  },
})

const SUPPORT_TOOLS = [
  clientFunction('get_order', 'Looks up the status of an order', { order_id: { type: 'string' } }),
  'calculator',
]

const PAYMENT_TOOLS = [
  clientFunction('refund_payment', 'Refunds an amount of an order to the card of the customer', {
    order_id: { type: 'string' },
    amount: { type: 'number' },
  }),
]

/** `revision` changes the assistant once, so that it has two versions. */
const ASSISTANTS: Record<string, { body: Record<string, unknown>; revision?: Record<string, unknown> }> = {
  'support-agent': {
    body: {
      description: 'Responds to customers and looks up their orders.',
      config: { ...MODEL, instructions: 'Help customers of the shop.', tools: SUPPORT_TOOLS },
      metadata: { team: 'support', env: 'prod' },
    },
    revision: {
      config: {
        ...MODEL,
        instructions: 'Help customers of the shop. Be brief.',
        tools: SUPPORT_TOOLS,
        guardrails: ['pii_guard', 'injection_guard', 'legal_topics'],
      },
    },
  },
  'refund-agent': {
    body: {
      description: 'Pays refunds up to 100 EUR; a person decides on larger ones.',
      config: MODEL,
      graph_schema: REFUND_GRAPH,
      metadata: { team: 'support', env: 'prod' },
    },
    revision: { config: { ...MODEL, guardrails: ['pii_guard'] } },
  },
  'payment-agent': {
    body: {
      description: 'Refunds payments; a person reviews amounts over 1,000.',
      config: { ...MODEL, tools: PAYMENT_TOOLS, guardrails: ['amount_limit'] },
      metadata: { team: 'finance', env: 'prod' },
    },
  },
  'invoice-reader': {
    body: {
      description: 'Reads invoices and books them.',
      config: MODEL,
      graph_schema: INVOICE_GRAPH,
      metadata: { team: 'finance', env: 'prod' },
    },
  },
  'research-agent': {
    body: {
      description: 'Reads sources and writes a report.',
      config: MODEL,
      graph_schema: RESEARCH_GRAPH,
      metadata: { team: 'research', env: 'staging' },
    },
  },
  'archive-importer': {
    body: {
      description: 'Fetches archives of sources, and waits while they are not available.',
      config: MODEL,
      graph_schema: ARCHIVE_GRAPH,
      metadata: { team: 'research', env: 'staging' },
    },
  },
  'data-cleaner': {
    body: {
      description: 'Cleans tables until no row changes.',
      config: { ...MODEL, recursion_limit: 15 },
      graph_schema: CLEANER_GRAPH,
      metadata: { team: 'research', env: 'staging' },
    },
  },
  'delivery-tracker': {
    body: {
      description: 'Asks the carrier where a parcel is.',
      config: MODEL,
      graph_schema: TRACKER_GRAPH,
      metadata: { team: 'support', env: 'prod' },
    },
  },
  'crm-sync': {
    body: {
      description: 'Updates customers in the CRM.',
      config: MODEL,
      graph_schema: CRM_GRAPH,
      metadata: { team: 'sales', env: 'staging' },
    },
  },
}

const GUARDRAILS = [
  {
    name: 'pii_guard',
    type: 'output_filter',
    config: {
      detect_patterns: ['credit_card', 'email', 'iban'],
      stages: ['input', 'output', 'tool_call', 'tool_result'],
      action: 'redact',
      replacement: '[REDACTED]',
    },
  },
  { name: 'injection_guard', type: 'prompt_injection', config: { action: 'warn' } },
  {
    name: 'legal_topics',
    type: 'topic_restriction',
    config: { blocked: ['legal_advice'], keywords: { legal_advice: ['lawsuit', 'sue', 'lawyer'] } },
  },
  { name: 'amount_limit', type: 'human_review', config: { for_amounts_over: 1_000 } },
]

export type AssistantIds = Record<string, string>

export const createGuardrails = async (client: Client): Promise<void> => {
  const { data } = await client.get('/governance/guardrails?limit=100')
  const names = new Set(data.map(({ name }) => name))
  for (const guardrail of GUARDRAILS) {
    if (!names.has(guardrail.name))
      await client.post('/governance/guardrails', { ...guardrail, applies_to: 'named' })
  }
}

const CRM_SECRET = '/secrets/ACME_CRM_TOKEN'

/** The secret of the CRM is removed again, as an administrator may do by mistake. */
export const createAssistants = async (client: Client): Promise<AssistantIds> => {
  const ids: AssistantIds = {}
  await client.put(CRM_SECRET, { value: 'not-a-real-token' })
  for (const [name, { body, revision }] of Object.entries(ASSISTANTS)) {
    const { assistant_id } = await client.post('/assistants', { name, ...body })
    if (revision !== undefined) await client.patch(`/assistants/${assistant_id}`, revision)
    ids[name] = assistant_id
  }
  await client.remove(CRM_SECRET)
  return ids
}
