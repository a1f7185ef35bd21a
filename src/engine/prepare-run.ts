/** All that an executor needs to know of a run, read from the store. */
import type { Clock } from '../platform/clock.js'
import type { GuardrailLedger } from '../guardrails/policy/decision-log.js'
import type { GuardrailSets } from '../guardrails/policy/guardrail-resolver.js'
import type { JsonObject } from '../schema/common.js'
import type { RunKwargs, RunOverrides } from '../schema/run-kwargs.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { MessageStore } from '../store/threads/messages.js'
import type { Row } from '../store/sql/tables.js'
import type { GuardrailSet } from '../guardrails/policy/guardrail-resolver.js'
import type { RunGuardrails, SentGuardrails, StartRun, ThreadMessage } from './threads/executor-protocol.js'
import { definitionOf, namedBy } from './assistant-definitions.js'
import type { AssistantDefinition } from './graphs/graph-deps.js'
import { makeRecent } from '../platform/lru-cache.js'

/** More posted messages than this are taken in by the runs that follow. */
const MAX_POSTED = 1_000
const KEPT_VERSIONS = 500

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
    const found = definitionOf(row)
    versions.set(key, found)
    return found
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
    const [known, [checkpoint = null], posted, addedMessages] = await Promise.all([
      assistantOf(run),
      checkpoints.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 }),
      messages.listNew(run, MAX_POSTED),
      isFirst ? [] : messages.idsOfRun(run),
    ])
    if (known === undefined) return undefined
    const { assistant, kwargs } = asAsked(known, run.kwargs)
    const guardrails = await guardrailsOf(run, assistant.config)
    const start = {
      execution,
      run_id,
      thread_id,
      assistant,
      assistants: await namedBy(assistants, tenant_id, assistant),
      input: parse(run.input),
      messages: posted.map(toThreadMessage),
      resume: parse(run.resume),
      checkpoint,
      addedMessages,
      guardrails: guardrails && toSent(guardrails),
      kwargs: kwargs && { ...kwargs, metadata: parse(run.metadata) ?? {} },
    }
    return { start, guardrails }
  }
}

/** What guardrails act on it is for its assistant alone to say, so that is not among what a run may set. */
const asAsked = <T extends AssistantDefinition>(
  assistant: T,
  text: string | null,
): { assistant: T; kwargs: RunKwargs | null } => {
  const asked = text === null ? null : (JSON.parse(text) as RunKwargs | RunOverrides)
  if (asked === null || !('overrides' in asked)) return { assistant, kwargs: asked }
  const { temperature, top_p, max_tokens, tools } = asked.overrides
  const set = { temperature, top_p, max_tokens, tools }
  const own = Object.entries(set).filter(([, value]) => value !== undefined)
  return {
    assistant: { ...assistant, config: { ...assistant.config, ...Object.fromEntries(own) } },
    kwargs: null,
  }
}

/** Sets are remembered, and so is their text. */
const texts = new WeakMap<GuardrailSet, string>()

export const toSent = ({ set, spending }: RunGuardrails): SentGuardrails => {
  const { definitions, ...rest } = set
  const text = texts.get(set) ?? JSON.stringify(definitions)
  texts.set(set, text)
  return { set: rest, spending, definitions: text }
}

const parse = (text: string | null): JsonObject | null =>
  text === null ? null : (JSON.parse(text) as JsonObject)

const toThreadMessage = (row: Row<'messages'>): ThreadMessage => ({
  ...(JSON.parse(row.metadata) as object),
  id: row.message_id,
  role: row.role,
  content: JSON.parse(row.content) as ThreadMessage['content'],
})
