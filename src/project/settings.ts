/**
 * What may stand in langgraph.json, as the LangGraph CLI takes it. A setting that is unknown, or has the wrong form, is an error that
 * names it; one that has no meaning here is named once in the log.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Type, type Static, type TSchema } from 'typebox'

const closed = <P extends Record<string, TSchema>>(properties: P, also: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...also })
const flag = () => Type.Optional(Type.Boolean())
const texts = () => Type.Optional(Type.Array(Type.String()))
const minutes = () => Type.Optional(Type.Number({ exclusiveMinimum: 0 }))
/** Taken so that a project need not be changed, and without effect. */
const idle = () => Type.Optional(Type.Unknown({ idle: true }))

const GRAPH = 'must be "./file.ts:export" or an object with "path"'
const Place = Type.String({ pattern: '^.+:[\\w$]+$', expected: 'must be "./file.ts:export"' })

const Cors = closed({
  allow_origins: texts(),
  allow_methods: texts(),
  allow_headers: texts(),
  allow_credentials: flag(),
  allow_origin_regex: Type.Optional(Type.String()),
  expose_headers: texts(),
  max_age: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type Cors = Static<typeof Cors>

const Http = closed({
  app: Type.Optional(Place),
  cors: Type.Optional(Cors),
  enable_custom_route_auth: flag(),
  disable_assistants: flag(),
  disable_threads: flag(),
  disable_runs: flag(),
  disable_store: flag(),
  disable_meta: flag(),
  disable_mcp: flag(),
  disable_a2a: flag(),
  disable_webhooks: flag(),
  disable_ui: idle(),
  configurable_headers: idle(),
  logging_headers: idle(),
  middleware_order: idle(),
})
export type Http = Static<typeof Http>

const WebhookRules = closed({
  require_https: flag(),
  allowed_domains: texts(),
  allowed_ports: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }))),
  max_url_length: Type.Optional(Type.Integer({ minimum: 1 })),
  disable_loopback: flag(),
})
export type WebhookRules = Static<typeof WebhookRules>

const Webhooks = closed({
  env_prefix: Type.Optional(Type.String()),
  url: Type.Optional(WebhookRules),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type Webhooks = Static<typeof Webhooks>

const StoreTtl = closed({
  default_ttl: minutes(),
  refresh_on_read: flag(),
  sweep_interval_minutes: idle(),
})
export type StoreTtl = Static<typeof StoreTtl>

const ThreadTtl = closed({
  strategy: Type.Optional(Type.Unsafe<'delete'>({ type: 'string', enum: ['delete'] })),
  default_ttl: minutes(),
  sweep_interval_minutes: idle(),
  sweep_limit: idle(),
})
export type ThreadTtl = Static<typeof ThreadTtl>

const Settings = closed({
  graphs: Type.Record(
    Type.String({ minLength: 1 }),
    Type.Unsafe<string | { path: string; description?: string }>({
      if: { type: 'string' },
      then: Type.String({ minLength: 1, expected: GRAPH }),
      else: closed(
        { path: Type.String({ minLength: 1 }), description: Type.Optional(Type.String()) },
        { expected: GRAPH },
      ),
    }),
    { minProperties: 1, expected: 'must be an object from graph id to "./file.ts:export"' },
  ),
  env: Type.Optional(
    Type.Unsafe<string | Record<string, string | number | boolean> | []>({
      type: ['string', 'object', 'array'],
      maxItems: 0,
      additionalProperties: { type: ['string', 'number', 'boolean'] },
      expected: 'must be the name of a file or an object of variables',
    }),
  ),
  http: Type.Optional(Http),
  auth: Type.Optional(
    closed({ path: Type.Optional(Place), disable_studio_auth: flag(), openapi: idle(), cache: idle() }),
  ),
  store: Type.Optional(closed({ ttl: Type.Optional(StoreTtl), index: idle() })),
  checkpointer: Type.Optional(closed({ ttl: Type.Optional(ThreadTtl), serde: idle() })),
  webhooks: Type.Optional(Webhooks),
  $schema: Type.Optional(Type.String()),
  node_version: idle(),
  node_loader: idle(),
  python_version: idle(),
  pip_config_file: idle(),
  pip_installer: idle(),
  dependencies: idle(),
  dockerfile_lines: idle(),
  docker_compose_file: idle(),
  base_image: idle(),
  image_distro: idle(),
  keep_pkg_tools: idle(),
  api_version: idle(),
  _INTERNAL_docker_tag: idle(),
  ui: idle(),
  ui_config: idle(),
})
export type Settings = Static<typeof Settings>

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false, verbose: true })
let compiled: ValidateFunction<Settings> | undefined

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '.').replaceAll('~1', '/')

const problemIn = ({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string => {
  const at = nameOf(instancePath)
  const within = at === '' ? '' : `${at}.`
  if (keyword === 'additionalProperties')
    return `${within}${String(params['additionalProperty'])} is not a setting that is known here`
  if (keyword === 'required') return `${at} needs "${String(params['missingProperty'])}"`.trimStart()
  if (keyword === 'enum') return `${at} must be ${(params['allowedValues'] as string[]).join(' or ')}`
  const { expected } = (parentSchema ?? {}) as { expected?: string }
  return `${at} ${expected ?? message ?? 'is invalid'}`
}

/** Every problem of it, or the settings. */
export const readSettings = (content: unknown): { settings: Settings } | { problems: string[] } => {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { problems: ['it must be an object'] }
  // Most services run without a project.
  const validate = (compiled ??= ajv.compile(Settings))
  if (validate(content)) return { settings: content }
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  return { problems: [...new Set(errors.map(problemIn))] }
}

/** What is set and has no effect here, by name. */
export const idleSettings = (settings: object, schema: TSchema = Settings, within = ''): string[] => {
  const known = (schema as { properties?: Record<string, TSchema & { idle?: boolean }> }).properties ?? {}
  return Object.entries(settings).flatMap(([name, value]) => {
    const of = known[name]
    if (of?.idle === true) return [within + name]
    return typeof value === 'object' && value !== null && of !== undefined
      ? idleSettings(value as object, of, `${within}${name}.`)
      : []
  })
}
