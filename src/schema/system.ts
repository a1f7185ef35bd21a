import { Type, type Static } from 'typebox'
import { Nullable, OneOf } from './common.js'

export const GraphState = OneOf(
  ['loaded', 'failed', 'outdated', 'pending'],
  '`loaded`: the graph can be used. `failed`: its code cannot be loaded, and its runs fail. `outdated`: its latest code cannot be ' +
    'loaded, and an earlier version is in use. `pending`: it has not been loaded yet.',
)
export type GraphState = Static<typeof GraphState>

const GraphStates = Type.Record(Type.String(), GraphState, {
  description: 'The graphs of the project (langgraph.json), by ID.',
})

export const DatabaseState = OneOf(
  [
    'ok',
    'storage_full',
    'read_only',
    'io_error',
    'damaged',
    'unreachable',
    'too_many_connections',
    'busy',
    'unavailable',
  ],
  '`ok` if the database accepts a write; otherwise the reason why it does not.',
)
export type DatabaseState = Static<typeof DatabaseState>

export const Health = Type.Object(
  {
    status: OneOf(['ok', 'unavailable'], '`ok` if the service accepts work.'),
    version: Type.String(),
    checks: Type.Object({ database: DatabaseState }),
    error: Type.Optional(
      OneOf(
        ['storage_full', 'service_unavailable'],
        'Present with 503: the error code that write requests get.',
      ),
    ),
    message: Type.Optional(Type.String({ description: 'Present with 503: what is wrong.' })),
    demo_mode: Type.Boolean({
      description: 'True if the built-in demo model is used instead of a real model.',
    }),
    graph_states: GraphStates,
    uptime_seconds: Type.Integer(),
  },
  {
    title: 'Health',
    examples: [
      {
        status: 'ok',
        version: '0.1.0',
        checks: { database: 'ok' },
        demo_mode: true,
        graph_states: { agent: 'loaded' },
        uptime_seconds: 12,
      },
    ],
  },
)
export type Health = Static<typeof Health>

export const Ok = Type.Object({ ok: Type.Literal(true) }, { title: 'Ok', examples: [{ ok: true }] })

const limit = (description: string) => Nullable(Type.Integer({ description }))

export const Limits = Type.Object(
  {
    requests_per_minute: limit('Requests per minute and key.'),
    request_burst: limit('Requests that a key may send in a burst.'),
    tenant_requests_per_minute: limit('Requests per minute of all keys of a tenant.'),
    pending_requests: limit('Requests that this node handles at the same time.'),
    queued_runs: limit('Queued runs of all tenants.'),
    tenant_queued_runs: limit('Queued runs of one tenant.'),
    tenant_running_runs: limit('Runs of one tenant that are in progress at the same time.'),
  },
  { description: 'Limits of this service; null: there is no limit.' },
)

export const Info = Type.Object(
  {
    name: Type.Literal('heddle'),
    version: Type.String(),
    api_version: Type.Literal('v1'),
    database: OneOf(['sqlite', 'postgres'], 'The database in use.'),
    durability: OneOf(['full', 'relaxed'], 'full: a 2xx response to a write means that it is on disk.'),
    auth_enabled: Type.Boolean(),
    role: OneOf(['all', 'api', 'worker'], 'The role of this node.'),
    demo_mode: Type.Boolean({
      description: 'True if the built-in demo model is used instead of a real model.',
    }),
    default_model: Nullable(Type.String({ description: 'The model of assistants without a model.' })),
    graphs: Type.Array(Type.String()),
    graph_states: GraphStates,
    console: Type.Boolean({ description: 'True if the web console is served at /console.' }),
    can_crash: Type.Boolean({
      description:
        'True in development mode: `POST /console/dev/crash` kills the service, which is then restarted.',
    }),
    context: Type.Literal('js', { description: 'The language of the graphs.' }),
    langgraph_js_version: Type.String(),
    limits: Limits,
    flags: Type.Object(
      {
        assistants: Type.Boolean(),
        crons: Type.Boolean(),
        langsmith: Type.Boolean(),
        langsmith_tracing_replicas: Type.Boolean(),
      },
      { description: 'Features that clients of the LangGraph API can use.' },
    ),
  },
  {
    title: 'Info',
    examples: [
      {
        name: 'heddle',
        version: '0.1.0',
        api_version: 'v1',
        database: 'sqlite',
        durability: 'full',
        auth_enabled: false,
        role: 'all',
        demo_mode: true,
        default_model: 'demo',
        graphs: ['agent'],
        graph_states: { agent: 'loaded' },
        console: true,
        can_crash: false,
        context: 'js',
        langgraph_js_version: '1.4.18',
        limits: {
          requests_per_minute: 100,
          request_burst: 200,
          tenant_requests_per_minute: null,
          pending_requests: 1000,
          queued_runs: 1000000,
          tenant_queued_runs: null,
          tenant_running_runs: null,
        },
        flags: { assistants: true, crons: true, langsmith: false, langsmith_tracing_replicas: false },
      },
    ],
  },
)
export type Info = Static<typeof Info>
