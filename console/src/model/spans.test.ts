import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunEvent } from '../api/types.ts'
import { buildTrace, TraceBuilder } from './build-trace.ts'
import { findInteresting, nodeOf, spansOfAttempt, type Trace } from './spans.ts'

/** Events from short descriptions: type, milliseconds since the start, fields. */
const makeEvents = (list: [type: string, at: number, fields?: Record<string, unknown>][]): RunEvent[] =>
  list.map(([type, at, fields], index) => ({
    seq: index + 1,
    type,
    run_id: 'r',
    thread_id: 't',
    timestamp: new Date(at).toISOString(),
    at,
    ...fields,
  }))

const describe = ({ spans }: Trace): string[] =>
  spans.map(
    ({ depth, kind, name, start, end, status }) =>
      `${'  '.repeat(depth)}${kind} ${name} ${String(start)}-${end === undefined ? '' : String(end)} ${status}`,
  )

const lost = makeEvents([
  ['run.queued', 0],
  ['run.claimed', 210, { attempt: 1, worker: 'a', checkpoint_id: null }],
  ['node.started', 300, { node_id: 'classify', task_id: 't1', parent: null }],
  ['llm.started', 330, { node_id: 'classify', task_id: 't1', call_id: 'c1', model: 'gpt-4.1-mini' }],
  [
    'llm.completion',
    1_600,
    { task_id: 't1', call_id: 'c1', usage: { input_tokens: 12, output_tokens: 3 }, first_token_ms: 480 },
  ],
  ['node.completed', 1_620, { node_id: 'classify', task_id: 't1' }],
  ['checkpoint.saved', 1_640, { checkpoint_id: 'cp1', step: 1 }],
  ['node.started', 2_500, { node_id: 'draft', task_id: 't2' }],
  ['run.released', 5_600, { reason: 'worker_lost' }],
  ['run.claimed', 14_900, { attempt: 2, worker: 'b', checkpoint_id: 'cp1' }],
  ['node.started', 15_000, { node_id: 'draft', task_id: 't2' }],
  ['node.completed', 18_600, { node_id: 'draft', task_id: 't2' }],
  ['run.completed', 18_700],
])

test('each attempt contains what it executed, and a lost worker cuts it off', () => {
  expect(describe(buildTrace(lost))).toEqual([
    'queue Queued 0-210 ok',
    'attempt Attempt 1 210-5600 failed',
    '  node classify 300-1620 ok',
    '    llm gpt-4.1-mini 330-1600 ok',
    '  node draft 2500-5600 cut',
    'attempt Attempt 2 14900-18700 ok',
    '  node draft 15000-18600 ok',
  ])
})

test('a model span has its tokens and the time of the first one', () => {
  const call = buildTrace(lost).spans.find(({ kind }) => kind === 'llm')
  expect(call).toMatchObject({ firstTokenMs: 480, note: '12 → 3 tokens' })
})

test('a checkpoint follows the node that ended before it', () => {
  expect(buildTrace(lost).checkpoints).toEqual([{ id: 'cp1', step: 1, at: 1_640, after: 'classify' }])
})

test('one attempt can be viewed alone', () => {
  const trace = buildTrace(lost)
  expect(trace.attempts).toBe(2)
  expect(spansOfAttempt(trace, 2).map(({ name }) => name)).toEqual(['Attempt 2', 'draft'])
  expect(spansOfAttempt(trace, 0)).toHaveLength(7)
})

test('a node that waits for a person is one span, and the wait is inside of it', () => {
  const trace = buildTrace(
    makeEvents([
      ['run.queued', 0],
      ['run.claimed', 10, { attempt: 1, checkpoint_id: null }],
      ['node.started', 20, { node_id: 'approve', task_id: 't1' }],
      ['run.requires_action', 30, { required_action: { type: 'human_input' } }],
      ['run.claimed', 5_000, { attempt: 2, checkpoint_id: 'cp' }],
      ['node.started', 5_010, { node_id: 'approve', task_id: 't1' }],
      ['tool.call', 5_020, { task_id: 't1', tool_call_id: 'x', tool_name: 'refund' }],
      ['tool.result', 5_030, { task_id: 't1', tool_call_id: 'x', tool_name: 'refund', error: '503' }],
      ['node.completed', 5_040, { node_id: 'approve', task_id: 't1' }],
      ['run.completed', 5_050],
    ]),
  )
  expect(describe(trace)).toEqual([
    'queue Queued 0-10 ok',
    'attempt Attempt 1 10-5050 ok',
    '  node approve 20-5040 ok',
    '    waiting Waits for a person 30-5000 ok',
    '    tool refund 5020-5030 failed',
  ])
  expect(trace).toMatchObject({ attempts: 1, waitedMs: 4_970, isOver: true })
})

test('nested graphs, loops and parallel tasks with the same name stay apart', () => {
  const trace = buildTrace(
    makeEvents([
      ['run.claimed', 0, { attempt: 1, checkpoint_id: null }],
      ['node.started', 1, { node_id: 'outer', task_id: 'o', parent: null }],
      ['node.started', 2, { node_id: 'inner', task_id: 'i1', parent: 'o' }],
      ['node.started', 3, { node_id: 'inner', task_id: 'i2', parent: 'o' }],
      ['node.completed', 4, { node_id: 'inner', task_id: 'i2' }],
      ['node.failed', 5, { node_id: 'inner', task_id: 'i1', error: { message: 'no' }, will_retry: true }],
    ]),
  )
  expect(describe(trace)).toEqual([
    'attempt Attempt 1 0- open',
    '  node outer 1- open',
    '    node inner 2-5 failed',
    '    node inner 3-4 ok',
  ])
  expect(trace.spans[2]?.note).toBe('no; tries again')
})

test('a model call that is reported before its nested node belongs to it', () => {
  const trace = buildTrace(
    makeEvents([
      ['run.claimed', 0, { attempt: 1, checkpoint_id: null }],
      ['node.started', 1, { node_id: 'outer', task_id: 'o', parent: null }],
      ['llm.started', 2, { node_id: 'outer/item', task_id: 'i1', parent: 'o', call_id: 'c', model: 'gpt' }],
      ['node.started', 3, { node_id: 'outer/item', task_id: 'i1', parent: 'o' }],
      ['llm.completion', 9, { task_id: 'i1', call_id: 'c' }],
    ]),
  )
  expect(describe(trace)).toEqual([
    'attempt Attempt 1 0- open',
    '  node outer 1- open',
    '    node outer/item 3- open',
    '      llm gpt 2-9 ok',
  ])
})

test('a nested task that an earlier attempt has completed takes no time', () => {
  const trace = buildTrace(
    makeEvents([
      ['run.claimed', 0, { attempt: 1, checkpoint_id: null }],
      ['node.started', 1, { node_id: 'map', task_id: 'm', parent: null }],
      ['node.started', 2, { node_id: 'map/item', task_id: 'i1', parent: 'm' }],
      ['node.completed', 5, { node_id: 'map/item', task_id: 'i1', parent: 'm' }],
      ['run.released', 6, { reason: 'worker_lost' }],
      ['run.claimed', 10, { attempt: 2, checkpoint_id: null }],
      ['node.started', 11, { node_id: 'map', task_id: 'm', parent: null }],
      ['node.started', 12, { node_id: 'map/item', task_id: 'i1', parent: 'm' }],
      ['node.completed', 20, { node_id: 'map', task_id: 'm', parent: null }],
      ['run.completed', 21],
    ]),
  )
  expect(describe(trace).slice(3)).toEqual([
    'attempt Attempt 2 10-21 ok',
    '  node map 11-20 ok',
    '    node map/item 12-12 ok',
  ])
  expect(trace.spans.at(-1)?.note).toBe('done in an earlier attempt')
})

test('guardrails have the length that they took', () => {
  const trace = buildTrace(
    makeEvents([
      ['run.claimed', 0, { attempt: 1, checkpoint_id: null }],
      [
        'guardrail.checked',
        10,
        {
          stage: 'input',
          passed: [
            { guardrail: 'a', latency_us: 500 },
            { guardrail: 'b', latency_us: 2_000 },
          ],
        },
      ],
      [
        'guardrail.triggered',
        20,
        { guardrail: 'pii_guard', action: 'redact', category: 'email', latency_us: 6_000 },
      ],
    ]),
  )
  expect(describe(trace).slice(1)).toEqual([
    '  guardrail 2 guardrails 8-10 ok',
    '  guardrail pii_guard 14-20 ok',
  ])
  expect(trace.spans[2]?.note).toBe('redact email')
})

const types = fc.constantFrom(
  'run.queued',
  'run.claimed',
  'run.released',
  'run.requires_action',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'node.started',
  'node.completed',
  'node.failed',
  'llm.started',
  'llm.completion',
  'tool.call',
  'tool.result',
  'guardrail.triggered',
  'guardrail.checked',
  'checkpoint.saved',
  'something.else',
)
const ids = fc.constantFrom('a', 'b', 'c')
const someEvents = fc
  .array(
    fc.tuple(
      types,
      fc.nat(1_000),
      fc.record(
        { task_id: ids, call_id: ids, tool_call_id: ids, node_id: ids, parent: fc.option(ids) },
        { requiredKeys: [] },
      ),
    ),
  )
  .map((list) => {
    let at = 0
    return makeEvents(list.map(([type, step, fields]) => [type, (at += step), fields]))
  })

test('whatever the events are, spans lie inside of the run and parents come first', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const { spans, start, end } = buildTrace(events)
      const seen = new Set<string>()
      for (const span of spans) {
        expect(span.start).toBeLessThanOrEqual(span.end ?? Infinity)
        expect(span.end ?? end).toBeLessThanOrEqual(end)
        expect(span.start).toBeGreaterThanOrEqual(start)
        if (span.depth > 0) expect(seen.has(span.parent ?? '')).toBe(true)
        seen.add(span.id)
      }
      expect(seen.size).toBe(spans.length)
    }),
  )
})

test('spans keep their id when further events arrive', () => {
  fc.assert(
    fc.property(someEvents, fc.nat(30), (events, count) => {
      const before = buildTrace(events.slice(0, count)).spans.map(({ id }) => id)
      const after = new Set(buildTrace(events).spans.map(({ id }) => id))
      expect(before.every((id) => after.has(id))).toBe(true)
    }),
  )
})

test('events that arrive in pieces make the same spans as all events at once', () => {
  fc.assert(
    fc.property(someEvents, fc.nat(30), (events, count) => {
      const builder = new TraceBuilder()
      for (const event of events.slice(0, count)) builder.add(event)
      builder.toTrace()
      for (const event of events.slice(count)) builder.add(event)
      expect(builder.toTrace()).toEqual(buildTrace(events))
    }),
  )
})

test('a span is replaced when it ends, and stays the same object otherwise', () => {
  const builder = new TraceBuilder()
  for (const event of lost.slice(0, 5)) builder.add(event)
  const before = builder.toTrace()
  for (const event of lost.slice(5)) builder.add(event)
  const after = new Map(builder.toTrace().spans.map((span) => [span.id, span]))
  const kept = before.spans.filter((span) => after.get(span.id) === span).map(({ name }) => name)
  expect(kept).toEqual(['Queued', 'gpt-4.1-mini'])
  expect(before.spans.find(({ name }) => name === 'classify')?.end).toBeUndefined()
})

test('a failure is looked at first, then what runs, then the longest model call', () => {
  const { spans } = buildTrace(lost)
  const error = { code: 'action_expired', message: 'Nobody responded' }
  const expired = makeEvents([
    ['run.claimed', 0],
    ['run.failed', 9, { error }],
  ])
  expect(findInteresting(buildTrace(expired).spans)?.note).toBe('Nobody responded')
  expect(findInteresting(spans)?.name).toBe('gpt-4.1-mini')
  expect(findInteresting(buildTrace(lost.slice(0, 8)).spans)?.name).toBe('draft')
  const failed = spans.map((span) =>
    span.name === 'classify' ? { ...span, status: 'failed' as const } : span,
  )
  expect(findInteresting(failed)?.name).toBe('classify')
})

test('a span belongs to the node that contains it', () => {
  const { spans } = buildTrace(lost)
  const find = (name: string) => spans.find((span) => span.name === name)
  expect(nodeOf(spans, find('gpt-4.1-mini'))?.name).toBe('classify')
  expect(nodeOf(spans, find('draft'))?.name).toBe('draft')
  expect(nodeOf(spans, find('Attempt 2'))).toBeUndefined()
  expect(nodeOf(spans, undefined)).toBeUndefined()
})
