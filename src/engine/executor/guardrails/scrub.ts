/**
 * Scrubs everything that leaves an executor (events, messages, checkpoints, the outcome): removes the secrets of the run,
 * and what output filters redact or block, no matter which part of the graph produced it. The final output was already checked as a whole
 * before; see run-guard.ts.
 *
 * Structural fields are preserved: the class of a serialized object, the IDs of messages and tool calls, the event
 * fields that Heddle writes itself. Text that a user, a model, a tool or a graph may have written is scrubbed.
 */
import { redactTexts } from '../../../domain/secrets/redact-texts.js'
import { findMatches, mergeMatches, redact } from '../../../guardrails/detectors/patterns/find-matches.js'
import type { FilterRule } from '../../../guardrails/rules/filter-rule.js'
import { isUuid } from '../../../platform/ids.js'
import type { EventFields } from '../../../events/run-event.js'
import type { ThreadMessage } from '../../threads/executor-protocol.js'

/** Replaces text that a rule blocks. */
export const BLOCKED = '[BLOCKED]'

type Fields = Record<string, unknown>

const keys = (...names: string[]): ReadonlySet<string> => new Set(names)
const NO_KEYS = keys()
/** Event fields that Heddle writes itself. */
const EVENT_KEYS = keys(
  'type',
  'node_id',
  'node_type',
  'task_id',
  'step',
  'parent',
  'call_id',
  'tool_call_id',
  'checkpoint_id',
  'assistant_id',
  'model',
  'usage',
  'duration_ms',
  'first_token_ms',
  'attempt',
  'will_retry',
  'passed',
  'latency_us',
  'decision_id',
  'guardrail',
  'guardrail_type',
  'stage',
  'action',
)
const SERIALIZED_KEYS = keys('lc', 'type', 'id', 'method')
const MESSAGE_KEYS = keys('id', 'role', 'type', 'tool_call_id', 'status')
const TOOL_CALL_KEYS = keys('id', 'type', 'name', 'index')
/** JSON without text: null, a boolean, an empty collection or a number of up to three digits. */
const WITHOUT_TEXT = /^(?:null|true|false|[{][}]|\[\]|\d{1,3})$/
const TOOL_CALL_FIELDS = keys('tool_calls', 'tool_call_chunks', 'invalid_tool_calls')

export interface Scrubber {
  text(text: string): string
  /** Returns the same value if nothing has to be removed. */
  value<T>(value: T): T
  event(event: EventFields): EventFields
  message(message: ThreadMessage): ThreadMessage
  /** Scrubs a value that is serialized as JSON, with messages in LangChain's format. */
  json(text: string): string
}

/** The filters redact or block. Returns undefined if there is none. */
export const makeScrubber = (activeFilters: readonly FilterRule[]): Scrubber | undefined => {
  if (activeFilters.length === 0) return undefined
  return makeTextScrubber((original) =>
    isUuid(original) ? original : activeFilters.reduce(removeMatches, original),
  )
}

/** Returns undefined if there are no texts to remove. */
export const makeSecretScrubber = (redactedTexts: readonly string[]): Scrubber | undefined =>
  redactedTexts.length === 0 ? undefined : makeTextScrubber(redactTexts(redactedTexts))

/** Applies both, if both are given. */
export const combineScrubbers = (
  first: Scrubber | undefined,
  second: Scrubber | undefined,
): Scrubber | undefined => {
  if (first === undefined || second === undefined) return first ?? second
  return {
    text: (text) => second.text(first.text(text)),
    value: (value) => second.value(first.value(value)),
    event: (event) => second.event(first.event(event)),
    message: (message) => second.message(first.message(message)),
    json: (text) => second.json(first.json(text)),
  }
}

const makeTextScrubber = (scrubText: (text: string) => string): Scrubber => {
  const text = memoize(scrubText)
  const walk = makeWalk(text)
  const json = memoize((source) => {
    if (WITHOUT_TEXT.test(source)) return source
    const value: unknown = JSON.parse(source)
    const scrubbed = walk(value)
    return scrubbed === value ? source : JSON.stringify(scrubbed)
  })
  return {
    text,
    value: (value) => walk(value) as typeof value,
    event: (event) => walk.fields(event, EVENT_KEYS) as EventFields,
    message: (message) => walk.message(message as unknown as Fields) as unknown as ThreadMessage,
    json,
  }
}

/** Limits of the cache, in texts and in characters: enough for the runs in progress. */
const MAX_CACHED = 2_000
const MAX_CACHED_LENGTH = 200_000

/** Every step stores the whole state again, and all states share their keys, so most texts were scrubbed before. */
const memoize = (scrub: (text: string) => string): ((text: string) => string) => {
  const cache = new Map<string, string>()
  let length = 0
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const scrubbed = scrub(text)
    length += text.length + scrubbed.length
    if (cache.size > MAX_CACHED || length > MAX_CACHED_LENGTH) {
      cache.clear()
      length = 0
    }
    cache.set(text, scrubbed)
    return scrubbed
  }
}

const removeMatches = (text: string, { patterns, onMatch }: FilterRule): string => {
  const matches = findMatches(patterns, text)
  if (matches.length === 0) return text
  if (onMatch === 'redact' && matches.every(({ kind }) => kind === 'redact'))
    return redact(text, matches, patterns.replacement)
  const removed = matches.filter(({ kind }) => kind === 'block' || onMatch !== 'warn')
  const asRedactions = removed.map((match) => ({ ...match, kind: 'redact' as const }))
  return redact(text, mergeMatches(asRedactions, 'redact'), BLOCKED)
}

interface Walk {
  (value: unknown): unknown
  fields(value: Fields, preservedKeys: ReadonlySet<string>, withKeys?: boolean): Fields
  message(value: Fields): Fields
}

const makeWalk = (text: (text: string) => string): Walk => {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return number(value)
    if (Array.isArray(value)) return array(value, walk)
    if (typeof value !== 'object' || value === null) return value
    const object = value as Fields
    if ('lc' in object && Array.isArray(object['id'])) return serialized(object)
    return isMessageForm(object) ? message(object) : fields(object, NO_KEYS)
  }
  /** A card number may be stored as a number. */
  const number = (value: number): unknown => {
    const written = String(value)
    const scrubbed = text(written)
    return scrubbed === written ? value : scrubbed
  }
  const array = (value: readonly unknown[], each: (item: unknown) => unknown): readonly unknown[] => {
    const scrubbed = value.map(each)
    return scrubbed.some((item, index) => item !== value[index]) ? scrubbed : value
  }
  const fields = (
    value: Fields,
    preservedKeys: ReadonlySet<string>,
    withKeys = true,
    override?: (key: string, field: unknown) => unknown,
  ): Fields => {
    const scrub = (key: string): unknown => {
      const field = value[key]
      return preservedKeys.has(key) ? field : (override?.(key, field) ?? walk(field))
    }
    const rename = (key: string): string => (withKeys && !preservedKeys.has(key) ? text(key) : key)
    const names = Object.keys(value)
    // Usually nothing has to be removed; then the object is not copied.
    if (names.every((key) => scrub(key) === value[key] && rename(key) === key)) return value
    return Object.fromEntries(names.map((key) => [rename(key), scrub(key)]))
  }
  const call = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? fields(value as Fields, TOOL_CALL_KEYS) : walk(value)
  const message = (value: Fields): Fields =>
    fields(value, MESSAGE_KEYS, false, (key, field) =>
      TOOL_CALL_FIELDS.has(key) && Array.isArray(field) ? array(field, call) : undefined,
    )
  const serialized = (value: Fields): Fields =>
    fields(value, SERIALIZED_KEYS, false, (key, field) =>
      key === 'kwargs' && typeof field === 'object' && field !== null ? message(field as Fields) : undefined,
    )
  return Object.assign(walk, { fields, message })
}

/** True for a message in Heddle's own format, as in run outputs. */
const isMessageForm = (value: Fields): boolean =>
  typeof value['role'] === 'string' &&
  'content' in value &&
  typeof value['id'] === 'string' &&
  isUuid(value['id'])
