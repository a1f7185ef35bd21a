/** All that an executor needs to know of a run, read from the store. */
import type { Clock } from '../clock.js'
import type { GuardrailLedger } from '../domain/guardrails/ledger.js'
import type { GuardrailSets } from '../domain/guardrails/sets.js'
import type { JsonObject } from '../schema/common.js'
import type { AssistantStore } from '../store/assistants.js'
import type { CheckpointStore } from '../store/checkpoints.js'
import type { MessageStore } from '../store/messages.js'
import type { Row } from '../store/tables.js'
import { assistantIdsOf } from '../domain/graph-schema/check.js'
import type { GuardrailSet } from '../domain/guardrails/sets.js'
import type { RunGuardrails, SentGuardrails, StartRun, ThreadMessage } from './executor-protocol.js'
import type { AssistantDefinition } from './graphs/parts.js'
import { makeRecent } from './recent.js'

/** More posted messages than this are taken in by the runs that follow. */
const MAX_POSTED = 1_000
const KEPT_VERSIONS = 500
const MAX_ASSISTANTS = 50

interface Parts {
  assistants: AssistantStore
  checkpoints: CheckpointStore
  messages: MessageStore
  sets: GuardrailSets
  ledger: GuardrailLedger
  clock: Clock
}

const HOUR_MS = 3_600_000

export const makeRunPreparation = ({ assistants, checkpoints, messages, sets, ledger, clock }: Parts) => {
  // A version never changes, so it is read once.
  const versions = makeRecent<AssistantDefinition & { context: JsonObject }>(KEPT_VERSIONS)

  const assistantOf = async ({ tenant_id, assistant_id, assistant_version }: Row<'runs'>) => {
    const key = `${tenant_id}\n${assistant_id}\n${String(assistant_version)}`
    const known = versions.get(key)
    if (known !== undefined) return known
    const row = await assistants.getVersion({ tenant_id, assistant_id }, assistant_version)
    if (row === undefined) return undefined
    const found = { ...toDefinition(row), context: JSON.parse(row.context) as JsonObject }
    versions.set(key, found)
    return found
  }

  /** The assistants that the graph names, and those that theirs name. */
  const namedBy = async (tenant_id: string, first: AssistantDefinition): Promise<AssistantDefinition[]> => {
    const found = new Map<string, AssistantDefinition>()
    let wanted = assistantIdsOf(first.graph_schema)
    while (wanted.length > 0 && found.size < MAX_ASSISTANTS) {
      const rows = await Promise.all(
        wanted.map((assistant_id) => assistants.get({ tenant_id, assistant_id })),
      )
      const next = rows.flatMap((row) => (row === undefined ? [] : [toDefinition(row)]))
      for (const definition of next) found.set(definition.assistant_id, definition)
      wanted = next.flatMap(({ graph_schema }) => assistantIdsOf(graph_schema)).filter((id) => !found.has(id))
    }
    return [...found.values()]
  }

  /** Throws AppError where the assistant names guardrails that are gone. */
  const guardrailsOf = async (run: Row<'runs'>, config: JsonObject): Promise<RunGuardrails | null> => {
    const set = await sets.resolve(run.tenant_id, config)
    if (set === null) return null
    const budgets = set.definitions.filter(({ type }) => type === 'rate_of_spend')
    const spending = await Promise.all(
      budgets.map(async ({ name, config: budget = {} }) => {
        const { per, window_hours = 24 } = budget as { per?: string; window_hours?: number }
        const scope = per === 'thread' ? run.thread_id : run.assistant_id
        return [
          name,
          await ledger.spending(run.tenant_id, scope, clock.now() - window_hours * HOUR_MS),
        ] as const
      }),
    )
    return { set, spending: Object.fromEntries(spending) }
  }

  /** Undefined: its assistant is gone. */
  return async (
    run: Row<'runs'>,
    execution: number,
  ): Promise<{ start: StartRun; guardrails: RunGuardrails | null } | undefined> => {
    const isFirst = run.fence === 1
    const { tenant_id, run_id, thread_id } = run
    const [assistant, [checkpoint = null], posted, addedMessages] = await Promise.all([
      assistantOf(run),
      checkpoints.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 }),
      messages.listNew(run, MAX_POSTED),
      isFirst ? [] : messages.idsOfRun(run),
    ])
    if (assistant === undefined) return undefined
    const isDeclarative = Object.keys(assistant.graph_schema).length > 0
    const guardrails = await guardrailsOf(run, assistant.config)
    const start = {
      execution,
      run_id,
      thread_id,
      assistant,
      assistants: isDeclarative ? await namedBy(tenant_id, assistant) : [],
      input: parse(run.input),
      messages: posted.map(toThreadMessage),
      resume: parse(run.resume),
      checkpoint,
      addedMessages,
      guardrails: guardrails && toSent(guardrails),
    }
    return { start, guardrails }
  }
}

/** Sets are remembered, and so is their text. */
const texts = new WeakMap<GuardrailSet, string>()

const toSent = ({ set, spending }: RunGuardrails): SentGuardrails => {
  const { definitions, ...rest } = set
  const text = texts.get(set) ?? JSON.stringify(definitions)
  texts.set(set, text)
  return { set: rest, spending, definitions: text }
}

const parse = (text: string | null): JsonObject | null =>
  text === null ? null : (JSON.parse(text) as JsonObject)

const toDefinition = (row: Row<'assistant_versions'>): AssistantDefinition => ({
  assistant_id: row.assistant_id,
  graph_id: row.graph_id,
  config: JSON.parse(row.config) as JsonObject,
  graph_schema: JSON.parse(row.graph_schema) as JsonObject,
})

const toThreadMessage = (row: Row<'messages'>): ThreadMessage => ({
  ...(JSON.parse(row.metadata) as object),
  id: row.message_id,
  role: row.role,
  content: JSON.parse(row.content) as ThreadMessage['content'],
})
