import { Type, type Static } from 'typebox'
import { Nullable, OneOf } from './common.js'

export const Health = Type.Object(
  {
    status: OneOf(['ok', 'unavailable'], 'Whether the service can take work.'),
    version: Type.String(),
    checks: Type.Object({
      database: OneOf(['ok', 'unavailable'], 'Whether the store takes a write.'),
    }),
    demo_mode: Type.Boolean({
      description: 'Whether the built-in demo model answers instead of a real one.',
    }),
    uptime_seconds: Type.Integer(),
  },
  {
    title: 'Health',
    examples: [
      { status: 'ok', version: '0.1.0', checks: { database: 'ok' }, demo_mode: true, uptime_seconds: 12 },
    ],
  },
)
export type Health = Static<typeof Health>

export const Ok = Type.Object({ ok: Type.Literal(true) }, { title: 'Ok', examples: [{ ok: true }] })

export const Info = Type.Object(
  {
    name: Type.Literal('heddle'),
    version: Type.String(),
    api_version: Type.Literal('v1'),
    database: OneOf(['sqlite', 'postgres'], 'The storage engine.'),
    durability: OneOf(['full', 'relaxed'], 'full: a 2xx to a write means that it is on disk.'),
    auth_enabled: Type.Boolean(),
    role: OneOf(['all', 'api', 'worker'], 'What this node does.'),
    demo_mode: Type.Boolean({
      description: 'Whether the built-in demo model answers instead of a real one.',
    }),
    default_model: Nullable(Type.String({ description: 'For assistants that name no model.' })),
    graphs: Type.Array(Type.String()),
    context: Type.Literal('js', { description: 'What graphs are written in.' }),
    langgraph_js_version: Type.String(),
    flags: Type.Object(
      {
        assistants: Type.Boolean(),
        crons: Type.Boolean(),
        langsmith: Type.Boolean(),
        langsmith_tracing_replicas: Type.Boolean(),
      },
      { description: 'What clients of the LangGraph API may use.' },
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
        context: 'js',
        langgraph_js_version: '1.4.18',
        flags: { assistants: true, crons: true, langsmith: false, langsmith_tracing_replicas: false },
      },
    ],
  },
)
export type Info = Static<typeof Info>
