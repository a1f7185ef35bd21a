/**
 * The only reader of the environment. Each setting is declared once: its schema is its validation, its default and
 * its line in docs/configuration.md and .env.example.
 */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Ajv, type ErrorObject } from 'ajv'
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
})
const validate = ajv.compile(Config)

/** Every problem at once, or a configuration that works. */
export const loadConfig = (env: Environment): Config => {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of SETTINGS) {
    const found = findValue(env, name, setting, problems)
    if (found === undefined) continue
    values[name] = setting.type === 'array' ? splitList(found) : found
  }
  if (!validate(values)) problems.push(...new Set((validate.errors ?? []).map(describeProblem)))
  if (problems.length === 0) problems.push(...contradictions(values as Config))
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

/** Things that work but should not go unnoticed. */
export const configWarnings = (config: Config): string[] => {
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

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** A setting is read from its name, an alias, or, for a secret, from the file that NAME_FILE names. */
const findValue = (
  env: Environment,
  name: string,
  { aliases = [], secret: mayBeFile }: Setting,
  problems: string[],
): string | undefined => {
  for (const candidate of [name, ...aliases]) {
    const value = env[candidate]
    if (value !== undefined && value !== '') return value
  }
  const file = mayBeFile ? env[`${name}_FILE`] : undefined
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

const contradictions = (config: Config): string[] => {
  const problems: string[] = []
  if (config.METRICS_AUTH && !config.AUTH_ENABLED) problems.push('METRICS_AUTH=true needs AUTH_ENABLED=true')
  if (config.DATABASE_POOL_SIZE !== undefined && config.DATABASE_URL.startsWith('sqlite:')) {
    problems.push('DATABASE_POOL_SIZE is for PostgreSQL, but DATABASE_URL is an embedded database')
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
