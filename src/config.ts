/** Reads the settings from the environment and a `.env` file. No other code reads the environment. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { findUrlProblems } from './schema/postgres-url.js'
import { isJsonObjectText, parseAssistantDefaults } from './schema/assistant-defaults.js'
import { SettingsSchema } from './settings.js'

export type Config = Readonly<Static<typeof SettingsSchema>>

export type Environment = Readonly<Record<string, string | undefined>>

/** The parts of a setting's schema that the loader and the documentation use. */
export interface Setting {
  description: string
  type?: string
  default?: unknown
  enum?: readonly string[]
  aliases?: readonly string[]
  secret?: boolean
  /** The error message for a value that does not match the schema. */
  expected?: string
}

export const SETTINGS = Object.entries(SettingsSchema.properties).map(
  ([name, schema]: [string, TSchema]) => [name, schema as unknown as Setting] as const,
)

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: string[]) {
    super(['The configuration is not valid:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  strict: false,
  // The schema is known to be valid. To validate it, Ajv would compile the JSON Schema meta-schema, which takes 30 ms.
  meta: false,
  validateSchema: false,
  // Optimized code does not pay off: it runs once or twice.
  code: { optimize: false },
})
let compiledValidate: ValidateFunction | undefined

/** Throws a ConfigError with all problems if the configuration is not valid. */
export const loadConfig = (environment: Environment): Config => {
  const problems: string[] = []
  const env = applyDeprecatedNames(environment)
  const values: Record<string, unknown> = {}
  for (const [name, setting] of SETTINGS) {
    const value = findValue(env, name, setting, problems)
    if (value === undefined) continue
    values[name] = setting.type === 'array' ? splitList(value) : value
  }
  // Compiled on first use: executor threads import this file, but do not load the configuration.
  const validate = (compiledValidate ??= ajv.compile(SettingsSchema))
  if (!validate(values)) problems.push(...new Set((validate.errors ?? []).map(describeProblem)))
  if (problems.length === 0) problems.push(...findContradictions(values as Config))
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(values as Config)
}

/** Earlier versions read the path of langgraph.json from LANGGRAPH_CONFIG, which holds JSON on LangGraph's server. */
const applyDeprecatedNames = (env: Environment): Environment => {
  const { LANGGRAPH_CONFIG: value, LANGGRAPH_JSON: path } = env
  if (value === undefined || value === '' || isJsonObjectText(value)) return env
  return { ...env, LANGGRAPH_JSON: path === undefined || path === '' ? value : path }
}

/** Reads the environment and a `.env` file. The environment takes precedence. */
export const readEnvironment = (file = ENV_FILE): Environment => ({ ...readEnvFile(file), ...process.env })

/** The same variables by their source. Those of the shell take precedence. */
export const readEnvironmentSources = (): { shell: Environment; file: Environment } => ({
  shell: process.env,
  file: readEnvFile(),
})

export const ENV_FILE = '.env'

/** Returns no variables if there is no such file. */
export const readEnvFile = (file = ENV_FILE): Environment => {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return {}
  }
}

/** The environment of threads that run project code: the same variables as in a separate process, except the encryption keys. */
export const buildThreadEnvironment = (extra: Environment): NodeJS.ProcessEnv => {
  const { ENCRYPTION_KEY: _, ENCRYPTION_KEY_FILE: __, ...environment } = { ...extra, ...process.env }
  return environment
}

/** True if the operator declares, as Node.js programs do, that this is not a development machine. */
export const isProduction = (): boolean => process.env['NODE_ENV'] === 'production'

/** True if LangSmith tracing or LangChain's verbose log is enabled. */
export const isTracingEnabled = (): boolean =>
  [
    'LANGSMITH_TRACING',
    'LANGSMITH_TRACING_V2',
    'LANGCHAIN_TRACING',
    'LANGCHAIN_TRACING_V2',
    'LANGCHAIN_VERBOSE',
  ].some((name) => process.env[name] === 'true')

/** Returns warnings about a valid but risky configuration. */
export const getConfigWarnings = (config: Config): string[] => {
  const warnings: string[] = []
  if (config.JWT_SECRET !== undefined && Buffer.byteLength(config.JWT_SECRET) < 32) {
    warnings.push('JWT_SECRET is shorter than 32 bytes: an attacker could guess it and forge HS256 tokens')
  }
  if (!config.AUTH_ENABLED && !isLoopback(config.HOST)) {
    warnings.push(
      `HOST=${config.HOST} is reachable from other machines and AUTH_ENABLED is off: anyone can use the API`,
    )
  }
  if (config.LANGGRAPH_CONFIG !== undefined && !isJsonObjectText(config.LANGGRAPH_CONFIG))
    warnings.push(
      `LANGGRAPH_CONFIG=${config.LANGGRAPH_CONFIG} names a file, which is deprecated: use LANGGRAPH_JSON or --config`,
    )
  if (config.DURABILITY === 'relaxed')
    warnings.push('DURABILITY=relaxed: a power failure can lose acknowledged writes')
  return warnings
}

/** True if tools, graphs and webhooks may call private addresses. Only safe if just the local user can reach the service. */
export const allowsPrivateTargets = ({ AUTH_ENABLED, HOST }: Config): boolean =>
  !AUTH_ENABLED && isLoopback(HOST)

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads a setting from its name or an alias. A secret can also be read from the file that NAME_FILE names. */
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
    problems.push(`${name}_FILE: cannot read ${file}: ${(error as Error).message}`)
    return undefined
  }
}

const splitList = (value: string): string[] =>
  value
    .split(/[,\n]/)
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
  if (config.METRICS_AUTH && !config.AUTH_ENABLED)
    problems.push('METRICS_AUTH=true requires AUTH_ENABLED=true')
  for (const name of ['DATABASE_POOL_SIZE', 'DATABASE_DIRECT_URL'] as const) {
    if (config[name] !== undefined && config.DATABASE_URL.startsWith('sqlite:'))
      problems.push(`${name} requires PostgreSQL, but DATABASE_URL is a SQLite file`)
  }
  if (config.ROLE !== 'all' && config.DATABASE_URL.startsWith('sqlite:')) {
    problems.push(`ROLE=${config.ROLE} requires PostgreSQL: SQLite supports a single node, with ROLE=all`)
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const)
    problems.push(...findUrlProblems(config[name]).map((problem) => `${name} ${problem}`))
  if (parseAssistantDefaults(config.LANGGRAPH_CONFIG) === undefined)
    problems.push(
      'LANGGRAPH_CONFIG must be a JSON object from graph ID to {"configurable": {…}, "context": {…}}; use LANGGRAPH_JSON for a path',
    )
  if (config.ENCRYPTION_KEY.indexOf('plaintext') > 0)
    problems.push('ENCRYPTION_KEY: `plaintext` can only be in the first place')
  const verifiesTokens = config.JWT_SECRET !== undefined || config.JWT_JWKS_URL !== undefined
  for (const name of ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_REQUIRE_EXP'] as const) {
    if (config[name] && !verifiesTokens) problems.push(`${name} requires JWT_SECRET or JWT_JWKS_URL`)
  }
  return problems
}
