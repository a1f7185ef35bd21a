/**
 * The only reader of the environment. Each setting is declared once: its schema is its validation, its default and
 * its line in docs/configuration.md and .env.example.
 */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Type, type Static, type TSchema } from 'typebox'

const text = (description: string, options: object = {}) => Type.String({ description, ...options })
const optional = (description: string, options: object = {}) => Type.Optional(text(description, options))
const flag = (description: string, options: object = {}) =>
  Type.Boolean({ description, default: false, ...options })
const list = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1 }), { description, default: [], ...options })
const choice = <const T extends readonly string[]>(values: T, description: string, fallback: T[number]) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description, default: fallback })

const secret = true

export const Config = Type.Object({
  PORT: Type.Integer({
    description: 'Where the service listens.',
    default: 8123,
    minimum: 0,
    maximum: 65535,
  }),
  HOST: text(
    'The address it listens on. `localhost` means both loopback addresses; `0.0.0.0` all networks.',
    {
      default: 'localhost',
      minLength: 1,
    },
  ),
  DATABASE_URL: text('`sqlite:<file>` for the embedded database, `postgres://…` for a cluster.', {
    default: 'sqlite:./data/heddle.db',
    pattern: '^(sqlite:.+|postgres(ql)?://.+)$',
    expected: 'must be sqlite:<file> or postgres://…',
    aliases: ['DATABASE_URI'],
    secret,
  }),
  DATABASE_POOL_SIZE: Type.Optional(
    Type.Integer({ description: 'Connections to PostgreSQL (10 unless set).', minimum: 1, maximum: 500 }),
  ),
  DURABILITY: choice(
    ['full', 'relaxed'],
    '`full`: a 2xx to a write means that it is on disk. `relaxed`: a power cut may lose the last moments.',
    'full',
  ),
  AUTH_ENABLED: flag('Whether requests need an API key or a JWT.'),
  API_KEYS: list(
    'Admin keys to begin with, separated by commas. Further keys are made over HTTP or the CLI.',
    {
      items: { type: 'string', minLength: 16, pattern: '^[\\x21-\\x7e]+$' },
      expected: 'needs keys of at least 16 printable characters, separated by commas',
      secret,
    },
  ),
  JWT_SECRET: optional('The secret of HS256 tokens; at least 32 bytes are recommended.', {
    minLength: 1,
    secret,
  }),
  JWT_JWKS_URL: optional('Where the public keys of RS256, ES256 and EdDSA tokens are found.', {
    pattern: '^https?://.+$',
    expected: 'must be an http(s) URL',
  }),
  JWT_ISSUER: optional('Tokens of any other issuer (`iss`) are refused.', { minLength: 1 }),
  JWT_AUDIENCE: optional('Tokens for any other audience (`aud`) are refused.', { minLength: 1 }),
  JWT_REQUIRE_EXP: flag('Whether a token without `exp` is refused.'),
  METRICS_AUTH: flag('Whether /metrics needs credentials too.'),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    description: 'Requests a minute for each key, when authentication is on.',
    default: 100,
    minimum: 1,
  }),
  RATE_LIMIT_BURST: Type.Integer({
    description: 'How many of them may come at once.',
    default: 200,
    minimum: 1,
  }),
  CORS_ORIGINS: list(
    'Origins whose pages may call the API. Without it: loopback and, with authentication off, the hosted LangGraph pages.',
  ),
  TRUST_PROXY: flag('Whether X-Forwarded-For tells the client address. Only behind a proxy that sets it.'),
  MAX_BODY_BYTES: Type.Integer({
    description: 'The largest request body; runs may be ten times larger.',
    default: 1_048_576,
    minimum: 1_024,
    maximum: 104_857_600,
  }),
  ROLE: choice(
    ['all', 'api', 'worker'],
    'What this node does: answer requests, execute runs, or both. Less than `all` needs PostgreSQL.',
    'all',
  ),
  WORKER_CONCURRENCY: Type.Integer({
    description: 'Runs that this node executes at the same time.',
    default: 64,
    minimum: 1,
    maximum: 10_000,
    aliases: ['N_JOBS_PER_WORKER'],
  }),
  EXECUTOR_THREADS: Type.Optional(
    Type.Integer({
      description: 'Threads that run graphs (one less than there are cores, four at most, unless set).',
      minimum: 1,
      maximum: 64,
    }),
  ),
  EXECUTOR_MEMORY_MB: Type.Integer({
    description: 'Memory of an executor thread; one that needs more is replaced.',
    default: 512,
    minimum: 64,
  }),
  EXECUTOR_HANG_SECONDS: Type.Number({
    description:
      'An executor thread that has not answered for so long, the time in line for a core aside, is replaced.',
    default: 5,
    minimum: 1,
  }),
  RUN_TIMEOUT_SECONDS: Type.Integer({
    description: 'How long one execution of a run may take.',
    default: 3_600,
    minimum: 1,
    maximum: 2_000_000,
    aliases: ['BG_JOB_TIMEOUT_SECS'],
  }),
  RUN_MAX_ATTEMPTS: Type.Integer({
    description: 'How often a run is tried whose worker or thread dies before it gets on.',
    default: 3,
    minimum: 1,
    maximum: 100,
  }),
  ACTION_TIMEOUT_SECONDS: Type.Integer({
    description: 'How long a run waits for tool outputs or human input before it fails; 0: for ever.',
    default: 0,
    minimum: 0,
  }),
  LANGGRAPH_CONFIG: text('The file that lists the LangGraph.js graphs of your project, if it exists.', {
    default: './langgraph.json',
    minLength: 1,
  }),
  DEFAULT_MODEL: optional('`provider:model` for assistants that name no model.', { minLength: 1 }),
  DEMO_MODEL: choice(
    ['auto', 'on', 'off'],
    '`auto`: the built-in demo model answers as long as no provider is configured.',
    'auto',
  ),
  OPENAI_API_KEY: optional('For models of OpenAI.', { minLength: 1, secret }),
  OPENAI_BASE_URL: optional('Any OpenAI-compatible endpoint: a gateway, vLLM, LM Studio, Ollama.', {
    pattern: '^https?://.+$',
    expected: 'must be an http(s) URL',
  }),
  ANTHROPIC_API_KEY: optional('For models of Anthropic; needs the package @langchain/anthropic.', {
    minLength: 1,
    secret,
  }),
  OLLAMA_BASE_URL: optional('Where Ollama listens, for example http://localhost:11434.', {
    pattern: '^https?://.+$',
    expected: 'must be an http(s) URL',
  }),
  MODEL_TIMEOUT_SECONDS: Type.Number({
    description: 'The longest silence of a model: before its answer begins, and between two pieces of it.',
    default: 120,
    minimum: 1,
    maximum: 2_000_000,
  }),
  MODEL_MAX_RETRIES: Type.Integer({
    description: 'How often a model call is tried again after a 429, a 5xx or a broken connection.',
    default: 3,
    minimum: 0,
    maximum: 20,
  }),
  WEBHOOK_TIMEOUT_SECONDS: Type.Number({
    description: 'How long a webhook may take to answer, from the connection to the end of its answer.',
    default: 15,
    minimum: 0.1,
    maximum: 300,
  }),
  WEBHOOK_RETRY_SECONDS: Type.Array(Type.Number({ minimum: 0, maximum: 2_592_000 }), {
    description: 'The waits between the attempts of a delivery, separated by commas; each varies by a fifth.',
    default: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
    expected: 'needs numbers of seconds, separated by commas',
  }),
  WEBHOOK_DISABLE_AFTER_HOURS: Type.Number({
    description: 'A webhook that has failed for so long without a break is disabled.',
    default: 120,
    minimum: 0,
  }),
  WEBHOOK_CONCURRENCY: Type.Integer({
    description: 'Deliveries that this node sends at the same time, to all webhooks together.',
    default: 500,
    minimum: 1,
    maximum: 10_000,
  }),
  WEBHOOK_RETENTION_DAYS: Type.Number({
    description: 'How long deliveries, and the events they tell of, are kept.',
    default: 30,
    minimum: 1,
  }),
  GUARDRAILS_FILE: optional(
    'A YAML or JSON file of guardrails, policies and risk profiles for every tenant. SIGHUP loads it anew.',
    { minLength: 1 },
  ),
  GUARDRAIL_AUDIT_DAYS: Type.Integer({
    description: 'How long decisions of guardrails are kept where no policy or risk profile says so.',
    default: 30,
    minimum: 1,
    maximum: 36_500,
  }),
  LOG_LEVEL: choice(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'How much is logged.',
    'info',
  ),
  LOG_FORMAT: choice(['auto', 'json', 'pretty'], '`auto`: pretty on a terminal, JSON otherwise.', 'auto'),
  SHUTDOWN_GRACE_SECONDS: Type.Integer({
    description: 'How long a shutdown waits for open requests.',
    default: 10,
    minimum: 0,
    maximum: 3_600,
    aliases: ['BG_JOB_SHUTDOWN_GRACE_PERIOD_SECS'],
  }),
})
export type Config = Readonly<Static<typeof Config>>
export type Environment = Readonly<Record<string, string | undefined>>

/** The extra facts of a setting's schema. */
export interface Setting {
  description: string
  type?: string
  default?: unknown
  enum?: readonly string[]
  aliases?: readonly string[]
  secret?: boolean
  /** What a failed pattern should say instead of the pattern. */
  expected?: string
}

export const SETTINGS = Object.entries(Config.properties).map(
  ([name, schema]: [string, TSchema]) => [name, schema as unknown as Setting] as const,
)

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: string[]) {
    super(['The configuration cannot work:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  strict: false,
  // The schema is our own; to check it, Ajv would first compile JSON Schema's, which takes 30 ms of every start.
  meta: false,
  validateSchema: false,
  // It runs once or twice.
  code: { optimize: false },
})
let compiledValidate: ValidateFunction | undefined

/** Every problem at once, or a configuration that works. */
export const loadConfig = (env: Environment): Config => {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of SETTINGS) {
    const value = findValue(env, name, setting, problems)
    if (value === undefined) continue
    values[name] = setting.type === 'array' ? splitList(value) : value
  }
  // Executor threads load this file too, and load no configuration.
  const validate = (compiledValidate ??= ajv.compile(Config))
  if (!validate(values)) problems.push(...new Set((validate.errors ?? []).map(describeProblem)))
  if (problems.length === 0) problems.push(...findContradictions(values as Config))
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(values as Config)
}

/** The environment, with a `.env` file behind it. */
export const readEnvironment = (file = '.env'): Environment => {
  let fromFile: Environment = {}
  try {
    fromFile = parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return { ...fromFile, ...process.env }
}

/** For threads that run the code of a project: what it would find in a process of its own. */
export const buildThreadEnvironment = (extra: Environment): NodeJS.ProcessEnv => ({
  ...extra,
  ...process.env,
})

/** Whether LangSmith, or LangChain's own log, is to hear of everything that graphs do. */
export const isTracingEnabled = (): boolean =>
  [
    'LANGSMITH_TRACING',
    'LANGSMITH_TRACING_V2',
    'LANGCHAIN_TRACING',
    'LANGCHAIN_TRACING_V2',
    'LANGCHAIN_VERBOSE',
  ].some((name) => process.env[name] === 'true')

/** Things that work but should not go unnoticed. */
export const getConfigWarnings = (config: Config): string[] => {
  const warnings: string[] = []
  if (config.JWT_SECRET !== undefined && Buffer.byteLength(config.JWT_SECRET) < 32) {
    warnings.push(
      'JWT_SECRET is shorter than 32 bytes; HS256 tokens signed with it can be forged by guessing it.',
    )
  }
  if (!config.AUTH_ENABLED && !isLoopback(config.HOST)) {
    warnings.push(
      `HOST=${config.HOST} is reachable from other machines and AUTH_ENABLED is off: anyone may use it.`,
    )
  }
  if (config.DURABILITY === 'relaxed')
    warnings.push('DURABILITY=relaxed: a power cut may lose acknowledged writes.')
  return warnings
}

/** Whether tools and graphs may reach private addresses: not where strangers decide what is called. */
export const allowsPrivateTargets = ({ AUTH_ENABLED, HOST }: Config): boolean =>
  !AUTH_ENABLED && isLoopback(HOST)

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** A setting is read from its name, an alias, or, for a secret, from the file that NAME_FILE names. */
const findValue = (
  env: Environment,
  name: string,
  { aliases = [], secret: isSecret }: Setting,
  problems: string[],
): string | undefined => {
  for (const candidate of [name, ...aliases]) {
    const value = env[candidate]
    if (value !== undefined && value !== '') return value
  }
  const file = isSecret ? env[`${name}_FILE`] : undefined
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push(`${name}_FILE names ${file}, which cannot be read: ${(error as Error).message}`)
    return undefined
  }
}

const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const describeProblem = ({ instancePath, keyword, params, message }: ErrorObject): string => {
  const name = instancePath.split('/')[1] ?? ''
  const { expected } = Object.fromEntries(SETTINGS)[name] ?? {}
  if (expected !== undefined) return `${name} ${expected}`
  if (keyword === 'enum') return `${name} must be one of ${(params['allowedValues'] as string[]).join(', ')}`
  if (keyword === 'type')
    return `${name} must be ${params['type'] === 'boolean' ? 'true or false' : `a whole number`}`
  return `${name} ${message ?? 'is invalid'}`
}

const findContradictions = (config: Config): string[] => {
  const problems: string[] = []
  if (config.METRICS_AUTH && !config.AUTH_ENABLED) problems.push('METRICS_AUTH=true needs AUTH_ENABLED=true')
  if (config.DATABASE_POOL_SIZE !== undefined && config.DATABASE_URL.startsWith('sqlite:')) {
    problems.push('DATABASE_POOL_SIZE is for PostgreSQL, but DATABASE_URL is an embedded database')
  }
  if (config.ROLE !== 'all' && config.DATABASE_URL.startsWith('sqlite:')) {
    problems.push(
      `ROLE=${config.ROLE} needs PostgreSQL: an embedded database has one node, which does everything`,
    )
  }
  if (!config.DATABASE_URL.startsWith('sqlite:') && !URL.canParse(config.DATABASE_URL)) {
    problems.push(
      'DATABASE_URL is not a valid URL; characters such as @ : / in a password are written as %40 %3A %2F',
    )
  }
  const verifiesTokens = config.JWT_SECRET !== undefined || config.JWT_JWKS_URL !== undefined
  for (const name of ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_REQUIRE_EXP'] as const) {
    if (config[name] && !verifiesTokens) problems.push(`${name} needs JWT_SECRET or JWT_JWKS_URL`)
  }
  return problems
}
