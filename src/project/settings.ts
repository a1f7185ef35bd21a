/**
 * The schema of langgraph.json, as the LangGraph CLI accepts it. Invalid settings are errors that name the setting; unknown settings are
 * warnings. Settings without an effect in Heddle are accepted and logged once.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { closest, distance } from 'fastest-levenshtein'
import { Type, type Static, type TSchema } from 'typebox'

const strictObject = <P extends Record<string, TSchema>>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })
const flag = () => Type.Optional(Type.Boolean())
const stringList = () => Type.Optional(Type.Array(Type.String()))
const minutes = () => Type.Optional(Type.Number({ exclusiveMinimum: 0 }))
/** Accepted without effect, so that projects for the LangGraph CLI work unchanged. */
const ignored = () => Type.Optional(Type.Unknown({ idle: true }))

const EXPECTED_GRAPH = 'must be "./file.ts:export" or an object with "path"'
const ExportPath = Type.String({ pattern: '^.+:[\\w$]+$', expected: 'must be "./file.ts:export"' })

const CorsSettings = strictObject({
  allow_origins: stringList(),
  allow_methods: stringList(),
  allow_headers: stringList(),
  allow_credentials: flag(),
  allow_origin_regex: Type.Optional(Type.String()),
  expose_headers: stringList(),
  max_age: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type CorsSettings = Static<typeof CorsSettings>

const HttpSettings = strictObject({
  app: Type.Optional(ExportPath),
  cors: Type.Optional(CorsSettings),
  enable_custom_route_auth: flag(),
  disable_assistants: flag(),
  disable_threads: flag(),
  disable_runs: flag(),
  disable_store: flag(),
  disable_meta: flag(),
  disable_mcp: flag(),
  disable_a2a: flag(),
  disable_webhooks: flag(),
  disable_ui: flag(),
  configurable_headers: ignored(),
  logging_headers: ignored(),
  middleware_order: ignored(),
})
export type HttpSettings = Static<typeof HttpSettings>

const WebhookRules = strictObject({
  require_https: flag(),
  allowed_domains: stringList(),
  allowed_ports: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }))),
  max_url_length: Type.Optional(Type.Integer({ minimum: 1 })),
  disable_loopback: flag(),
})
export type WebhookRules = Static<typeof WebhookRules>

const WebhookSettings = strictObject({
  env_prefix: Type.Optional(Type.String()),
  url: Type.Optional(WebhookRules),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type WebhookSettings = Static<typeof WebhookSettings>

const StoreTtl = strictObject({
  default_ttl: minutes(),
  refresh_on_read: flag(),
  sweep_interval_minutes: ignored(),
})
export type StoreTtl = Static<typeof StoreTtl>

const ThreadTtl = strictObject({
  strategy: Type.Optional(Type.Unsafe<'delete'>({ type: 'string', enum: ['delete'] })),
  default_ttl: minutes(),
  sweep_interval_minutes: ignored(),
  sweep_limit: ignored(),
})
export type ThreadTtl = Static<typeof ThreadTtl>

const ProjectSettings = strictObject({
  graphs: Type.Record(
    Type.String({ minLength: 1 }),
    Type.Unsafe<string | { path: string; description?: string }>({
      if: { type: 'string' },
      then: Type.String({ minLength: 1, expected: EXPECTED_GRAPH }),
      else: strictObject(
        { path: Type.String({ minLength: 1 }), description: Type.Optional(Type.String()) },
        { expected: EXPECTED_GRAPH },
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
  http: Type.Optional(HttpSettings),
  auth: Type.Optional(
    strictObject({
      path: Type.Optional(ExportPath),
      disable_studio_auth: flag(),
      openapi: ignored(),
      cache: ignored(),
    }),
  ),
  store: Type.Optional(strictObject({ ttl: Type.Optional(StoreTtl), index: ignored() })),
  checkpointer: Type.Optional(strictObject({ ttl: Type.Optional(ThreadTtl), serde: ignored() })),
  webhooks: Type.Optional(WebhookSettings),
  ui: Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 }), {
      expected: 'must be an object from graph id to "./file.tsx"',
    }),
  ),
  ui_config: Type.Optional(strictObject({ shared: stringList() })),
  $schema: Type.Optional(Type.String()),
  node_version: ignored(),
  node_loader: ignored(),
  python_version: ignored(),
  pip_config_file: ignored(),
  pip_installer: ignored(),
  dependencies: ignored(),
  dockerfile_lines: ignored(),
  docker_compose_file: ignored(),
  base_image: ignored(),
  image_distro: ignored(),
  keep_pkg_tools: ignored(),
  api_version: ignored(),
  _INTERNAL_docker_tag: ignored(),
})
export type ProjectSettings = Static<typeof ProjectSettings>

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false, verbose: true })
let compiled: ValidateFunction<ProjectSettings> | undefined

const toSettingName = (path: string): string => path.slice(1).replaceAll('/', '.').replaceAll('~1', '/')

const toProblem = ({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string => {
  const settingName = toSettingName(instancePath)
  if (keyword === 'additionalProperties') return toUnknownSetting(settingName, params, parentSchema)
  if (keyword === 'required')
    return `${settingName} requires "${String(params['missingProperty'])}"`.trimStart()
  if (keyword === 'enum')
    return `${settingName} must be ${(params['allowedValues'] as string[]).join(' or ')}`
  const { expected } = (parentSchema ?? {}) as { expected?: string }
  return `${settingName} ${expected ?? message ?? 'is invalid'}`
}

const MAX_TYPO_DISTANCE = 2

const toUnknownSetting = (parent: string, params: Record<string, unknown>, schema: unknown): string => {
  const name = String(params['additionalProperty'])
  const prefix = parent === '' ? '' : `${parent}.`
  const known = Object.keys((schema as { properties?: object }).properties ?? {})
  const best = closest(name, known)
  const hint = distance(name, best) <= MAX_TYPO_DISTANCE ? `; did you mean ${prefix}${best}?` : ''
  return `${prefix}${name} is not a known setting${hint}`
}

/**
 * The LangGraph CLI starts with settings that it does not know. Here they are warnings too, except where a misspelled name would start
 * the service without the project's auth.
 */
const isWarning = ({ keyword, instancePath, params }: ErrorObject): boolean =>
  keyword === 'additionalProperties' &&
  !instancePath.startsWith('/graphs') &&
  instancePath !== '/auth' &&
  (instancePath !== '' || distance(String(params['additionalProperty']), 'auth') > MAX_TYPO_DISTANCE)

type ParsedSettings = { settings: ProjectSettings; warnings: string[] } | { problems: string[] }

/** Returns the settings, or all validation problems. */
export const parseSettings = (content: unknown): ParsedSettings => {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { problems: ['must be a JSON object'] }
  // Compiled lazily, because most services run without a project.
  const validate = (compiled ??= ajv.compile(ProjectSettings))
  const errors = validate(content) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  const problems = errors.filter((error) => !isWarning(error))
  if (problems.length > 0) return { problems: [...new Set(problems.map(toProblem))] }
  return { settings: content as ProjectSettings, warnings: [...new Set(errors.map(toProblem))] }
}

/** The names of settings that are present but have no effect. */
export const listIgnoredSettings = (
  settings: object,
  schema: TSchema = ProjectSettings,
  prefix = '',
): string[] => {
  const properties =
    (schema as { properties?: Record<string, TSchema & { idle?: boolean }> }).properties ?? {}
  return Object.entries(settings).flatMap(([name, value]) => {
    const property = properties[name]
    if (property?.idle === true) return [prefix + name]
    return typeof value === 'object' && value !== null && property !== undefined
      ? listIgnoredSettings(value as object, property, `${prefix}${name}.`)
      : []
  })
}
