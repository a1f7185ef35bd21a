/** The groups of operations in openapi.json. */
const NATIVE_TAGS = {
  Assistants: 'Configured agents. Every update creates a version; a run records the version that it used.',
  Threads: 'Conversations, or contexts of workflows.',
  Messages: 'The messages of a thread.',
  Runs: 'Executions of an assistant in a thread.',
  Webhooks: 'Subscriptions to events, and the log of their deliveries.',
  Governance: 'Guardrails, policies and risk profiles; decisions of guardrails and their statistics.',
  Datasets: 'Examples for evaluating assistants. Every change creates a version.',
  Evaluations: 'Evaluations of assistants on datasets: by rules, a judge model, people, or in comparison.',
  Feedback: 'Feedback on runs, and the queue of runs that an evaluation needs reviewed.',
  Secrets: 'Encrypted values that assistants use by name. They cannot be read.',
  Statistics: 'Figures of runs and nodes, the changes of resources as a stream, and search.',
  Views: 'Saved filters of the screens of the console.',
  'API keys': 'Keys for API clients. Managing keys requires the scope `admin`.',
  'Audit log': 'Who changed keys, webhooks, assistants, crons, guardrails, policies, secrets and nodes.',
  Crons: 'Schedules with their next dates. They are created and changed by the LangGraph API.',
  Console: 'The web console and signing in to it. API clients do not need these operations.',
  System: 'Status and metadata of the service. No credentials are required.',
  'Paths without prefix':
    'Operations of the native API that are also served without `/api/v1`. Clients should use the paths with the prefix.',
}

const LANGGRAPH_TAGS = {
  'LangGraph assistants': 'Assistants, their versions and their graphs, for the SDKs of LangGraph.',
  'LangGraph threads': 'Threads, their states and their histories.',
  'LangGraph runs': 'Runs in a thread, and stateless runs, which get a thread of their own.',
  'LangGraph crons': 'Schedules that create runs.',
  'LangGraph store': 'The long-term store, which graphs use as `config.store`.',
  'LangGraph streaming protocol':
    'The agent streaming protocol: commands, and events of a thread across its runs.',
  'LangGraph generative UI': 'Components that graphs show in a page.',
}

const PROTOCOL_TAGS = {
  OpenAI: 'Assistants as models of the chat completions API of OpenAI.',
  MCP: 'Assistants as tools of a Model Context Protocol server.',
  A2A: 'Assistants as agents of the Agent2Agent protocol.',
}

const GROUPS = {
  'Native API': NATIVE_TAGS,
  'LangGraph API': LANGGRAPH_TAGS,
  'Other protocols': PROTOCOL_TAGS,
}

export const TAGS: Record<string, string> = { ...NATIVE_TAGS, ...LANGGRAPH_TAGS, ...PROTOCOL_TAGS }

/** An extension that API references use to group the tags. */
export const TAG_GROUPS = Object.entries(GROUPS).map(([name, tags]) => ({ name, tags: Object.keys(tags) }))
