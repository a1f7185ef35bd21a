/** Reads everything that an executor needs for a run from the store. */
import type { Clock } from '../platform/clock.js'
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import type { GuardrailResolver } from '../guardrails/policy/guardrail-resolver.js'
import { limitRecursion } from '../domain/runs/parse-config.js'
import type { JsonObject } from '../schema/common.js'
import { isRunOverrides, parseKwargs, type RunKwargs } from '../schema/run-kwargs.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { ThreadValueStore } from '../store/threads/thread-values.js'
import type { MessageStore } from '../store/threads/messages.js'
import { hasLargeInput } from '../store/runs/large-input.js'
import type { Row } from '../store/sql/tables.js'
import type { GuardrailSet } from '../guardrails/policy/guardrail-resolver.js'
import type {
  RunGuardrails,
  ExecutorGuardrails,
  StartRun,
  ThreadMessage,
} from './threads/executor-protocol.js'
import { isDeepStrictEqual } from 'node:util'
import { insertIntoKwargs, type OpenSecrets } from './run-secrets.js'
import { toRunAssistant, loadReferencedAssistants } from './assistant-definitions.js'
import type { AssistantDefinition } from './graphs/graph-deps.js'
import { LRUCache } from 'lru-cache'

/** A run adopts at most this many posted messages; the rest is left to later runs. */
const MAX_POSTED_MESSAGES = 1_000
const MAX_CACHED_VERSIONS = 500

interface PrepareRunDeps {
  assistants: AssistantStore
  checkpoints: CheckpointStore
  messages: MessageStore
  threadValues: ThreadValueStore
  guardrailResolver: GuardrailResolver
  decisionLog: GuardrailDecisionLog
  openSecrets: OpenSecrets
  clock: Clock
  /** The highest `config.recursion_limit` of a run. */
  maxRecursionLimit: number
}

const HOUR_MS = 3_600_000

export const makePrepareRun = ({
  assistants,
  checkpoints,
  messages,
  threadValues,
  guardrailResolver,
  decisionLog,
  openSecrets,
  clock,
  maxRecursionLimit,
}: PrepareRunDeps) => {
  // A version of an assistant never changes, so it can be cached without invalidation. Its credentials stay encrypted in the cache.
  // The background re-encryption replaces them, which leaves the meaning of a cached version unchanged.
  const versionCache = new LRUCache<string, AssistantDefinition & { context: JsonObject }>({
    max: MAX_CACHED_VERSIONS,
  })

  const getAssistant = async ({ tenant_id, assistant_id, assistant_version }: Row<'runs'>) => {
    const key = `${tenant_id}\n${assistant_id}\n${String(assistant_version)}`
    const cached = versionCache.get(key)
    if (cached !== undefined) return cached
    const row = await assistants.getVersion({ tenant_id, assistant_id }, assistant_version)
    if (row === undefined) return undefined
    const definition = toRunAssistant(row)
    versionCache.set(key, definition)
    return definition
  }

  /** Throws AppError if the assistant references guardrails that no longer exist. */
  const resolveGuardrails = async (run: Row<'runs'>, config: JsonObject): Promise<RunGuardrails | null> => {
    const set = await guardrailResolver.resolve(run.tenant_id, config)
    if (set === null) return null
    const budgets = set.definitions.filter(({ type }) => type === 'rate_of_spend')
    const spending = await Promise.all(
      budgets.map(async ({ name, config: budget = {} }) => {
        const { per, window_hours = 24 } = budget as { per?: string; window_hours?: number }
        const scope = per === 'thread' ? run.thread_id : run.assistant_id
        return [
          name,
          await decisionLog.listSpending(run.tenant_id, scope, clock.now() - window_hours * HOUR_MS),
        ] as const
      }),
    )
    return { set, spending: Object.fromEntries(spending) }
  }

  /** Returns undefined if the assistant was deleted. */
  return async (
    run: Row<'runs'>,
    executionId: number,
  ): Promise<{ start: StartRun; guardrails: RunGuardrails | null } | undefined> => {
    const isFirst = run.fence === 1
    const { tenant_id, run_id, thread_id } = run
    const [definition, checkpoint, postedMessages, addedMessages] = await Promise.all([
      getAssistant(run),
      checkpoints.findLatest(run),
      messages.listUnassigned(run, MAX_POSTED_MESSAGES),
      isFirst ? [] : messages.listIdsOfRun(run),
    ])
    if (definition === undefined) return undefined
    const { assistant, kwargs } = limitSteps(applyOverrides(definition, run.kwargs), maxRecursionLimit)
    const fromCheckpointId = findStartCheckpoint(run.kwargs)
    // The output of a run of the LangGraph API is the state, so it is similar to the output of the run before. A small state is not stored as a version.
    const hasLargeState = kwargs !== null && checkpoint !== null && checkpoint.values === null
    const latestValues = hasLargeState ? await threadValues.findLatest(run) : undefined
    const guardrails = await resolveGuardrails(run, assistant.config)
    const opened = await openSecrets(
      tenant_id,
      assistant,
      await loadReferencedAssistants(assistants, tenant_id, assistant),
    )
    const start = {
      executionId,
      tenant_id,
      run_id,
      thread_id,
      ...opened,
      ...(hasLargeInput(run) ? { input: null, hasLargeInput: true } : { input: parseJson(run.input) }),
      messages: postedMessages.map(toThreadMessage),
      resume: parseJson(run.resume),
      checkpoint,
      ...(latestValues !== undefined && { latestValues }),
      ...(fromCheckpointId !== undefined && { fromCheckpointId }),
      addedMessages,
      guardrails: guardrails && toExecutorGuardrails(guardrails),
      kwargs: kwargs && {
        ...insertIntoKwargs(kwargs, assistant, opened.assistant),
        metadata: parseJson(run.metadata) ?? {},
      },
    }
    return { start, guardrails }
  }
}

/**
 * A run may override these four settings only. Guardrails are not among them: only the assistant decides
 * which apply.
 */
const applyOverrides = <T extends AssistantDefinition>(
  assistant: T,
  text: string | null,
): { assistant: T; kwargs: RunKwargs | null } => {
  const request = text === null ? null : parseKwargs(text)
  if (request === null || !('overrides' in request)) return { assistant, kwargs: request }
  const { temperature, top_p, max_tokens } = request.overrides
  const tools = request.overrides.tools && mergeTools(assistant.config['tools'], request.overrides.tools)
  const allowed = { temperature, top_p, max_tokens, tools }
  const overrides = Object.entries(allowed).filter(([, value]) => value !== undefined)
  return {
    assistant: { ...assistant, config: { ...assistant.config, ...Object.fromEntries(overrides) } },
    kwargs: null,
  }
}

const findStartCheckpoint = (text: string | null): string | undefined => {
  const request = text === null ? null : parseKwargs(text)
  return request !== null && isRunOverrides(request) ? request.checkpoint_id : undefined
}

/** Assistants, crons and runs may have been stored when a higher limit was allowed. */
const limitSteps = <T extends AssistantDefinition>(
  { assistant, kwargs }: { assistant: T; kwargs: RunKwargs | null },
  maxRecursionLimit: number,
): { assistant: T; kwargs: RunKwargs | null } => ({
  assistant: { ...assistant, config: limitRecursion(assistant.config, maxRecursionLimit) },
  kwargs:
    kwargs?.config === undefined
      ? kwargs
      : { ...kwargs, config: limitRecursion(kwargs.config, maxRecursionLimit) },
})

/**
 * The tools of a request are those of the assistant and the client's functions. The assistant's are read from its version: their
 * credentials may have been encrypted with another key since the run was created.
 */
const mergeTools = (own: unknown, requested: readonly unknown[]): unknown[] => {
  const ownTools = Array.isArray(own) ? (own as unknown[]) : []
  const isClientTool = (tool: unknown): boolean =>
    (tool as { type?: unknown } | null)?.type === 'function' &&
    !ownTools.some((ownTool) => isDeepStrictEqual(ownTool, tool))
  return [...ownTools, ...requested.filter(isClientTool)]
}

/** Guardrail sets are cached objects, so their JSON text can be cached by identity. */
const definitionTexts = new WeakMap<GuardrailSet, string>()

export const toExecutorGuardrails = ({ set, spending }: RunGuardrails): ExecutorGuardrails => {
  const { definitions, ...rest } = set
  const text = definitionTexts.get(set) ?? JSON.stringify(definitions)
  definitionTexts.set(set, text)
  return { set: rest, spending, definitions: text }
}

const parseJson = (text: string | null): JsonObject | null =>
  text === null ? null : (JSON.parse(text) as JsonObject)

const toThreadMessage = (row: Row<'messages'>): ThreadMessage => ({
  ...(JSON.parse(row.metadata) as object),
  id: row.message_id,
  role: row.role,
  content: JSON.parse(row.content) as ThreadMessage['content'],
})
