import { expect, it } from 'vitest'
import type { JsonObject } from '../../schema/common.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { ThreadStatus } from '../../schema/thread.js'
import { inheritConfig } from './thread-config.js'

const KWARGS: RunKwargs = {
  stream_mode: ['values'],
  stream_subgraphs: false,
  stream_resumable: false,
  on_completion: 'delete',
  is_streamed: false,
  temporary: false,
}

interface Configs {
  assistant?: JsonObject
  thread?: JsonObject | null
  run?: JsonObject
  status?: ThreadStatus
}

const inherit = ({ assistant = {}, thread = null, run, status = 'idle' }: Configs) => {
  const { kwargs, threadConfig } = inheritConfig(
    { config: JSON.stringify(assistant) },
    { config: thread && JSON.stringify(thread), status },
    { ...KWARGS, ...(run !== undefined && { config: run }) },
  )
  return {
    run: kwargs.config,
    thread: threadConfig === null ? null : (JSON.parse(threadConfig) as JsonObject),
  }
}

it('values of the run override those of the thread, which override those of the assistant', () => {
  const { run, thread } = inherit({
    assistant: { configurable: { a: 'assistant', b: 'assistant', c: 'assistant' }, tags: ['assistant'] },
    thread: { configurable: { b: 'thread', c: 'thread' }, recursion_limit: 5 },
    run: { configurable: { c: 'run' }, recursion_limit: 9 },
  })
  const configurable = { a: 'assistant', b: 'thread', c: 'run' }
  expect(run).toEqual({ configurable, recursion_limit: 9 })
  expect(thread).toEqual({ configurable, tags: ['assistant'], recursion_limit: 9 })
})

it('a run without a config in a thread without a config stays without a config', () => {
  expect(inherit({})).toEqual({ run: undefined, thread: { configurable: {} } })
})

it('a run that waits for another run inherits the config of its thread but does not change it', () => {
  const thread = { configurable: { a: 1 } }
  expect(inherit({ thread, run: { configurable: { b: 2 } }, status: 'busy' })).toEqual({
    run: { configurable: { a: 1, b: 2 } },
    thread,
  })
})

it('later runs do not inherit the IDs, the checkpoint, the headers and the user of a run', () => {
  const ofOneRun = {
    run_id: 'r',
    thread_id: 't',
    checkpoint_id: 'c',
    checkpoint_ns: '',
    checkpoint_map: {},
    'user-agent': 'u',
    'x-token': 'secret',
    langgraph_auth_user: { identity: 'ada' },
    langgraph_auth_user_id: 'ada',
    __internal: true,
  }
  const { run, thread } = inherit({ run: { configurable: { ...ofOneRun, kept: 1 } } })
  expect(run?.configurable).toEqual({ ...ofOneRun, kept: 1, user_id: 'ada' })
  expect(thread).toEqual({ configurable: { kept: 1 } })
})

it('the ID of the user is the default of user_id', () => {
  const run = { configurable: { langgraph_auth_user_id: 'ada' } }
  expect(inherit({ run }).run?.configurable).toMatchObject({ user_id: 'ada' })
  expect(inherit({ run, thread: { configurable: { user_id: 'own' } } }).run?.configurable).toMatchObject({
    user_id: 'own',
  })
})

it('settings of native assistants are not part of the config of a thread', () => {
  expect(inherit({ assistant: { model: 'demo', tools: ['clock'], metadata: { a: 1 } } }).thread).toEqual({
    metadata: { a: 1 },
    configurable: {},
  })
})
