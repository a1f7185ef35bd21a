/** What a command that calls a service works with: the client, the output, and the signal of Ctrl-C. */
import { readEnvironment, readEnvironmentSources, type Environment } from '../../config.js'
import { CommandError, EXIT } from '../command-error.js'
import { makeOutput, type ColorMode, type OutputFormat } from '../output/output.js'
import { makeClient } from './client.js'
import { readProfiles, requireProfile } from './profiles.js'
import { parseServiceUrl } from './service-url.js'

/** The options that every command of this kind accepts; see service-command.ts. */
export interface ServiceOptions {
  output?: OutputFormat
  url?: string
  apiKey?: string
  profile?: string
  color?: ColorMode
}

export interface Target {
  url: string
  apiKey: string | undefined
  /** How to send the configured key, if it is not sent because it was configured for another URL. */
  keyFix?: string
  /** True if an option, the environment or a profile names the service. */
  isNamed: boolean
}

// CI systems set an empty variable for a missing secret.
const getVariable = (env: Environment, name: string): string | undefined =>
  env[name] === '' ? undefined : env[name]

/**
 * Options take precedence over the environment, and the environment over the current profile. A key is only sent to the URL that it was
 * configured with: the key of a profile to the URL of that profile, and the key of the shell not to a URL that only `.env` names. The
 * author of a project also writes its `.env`, and must not receive the keys of people who run commands in its folder.
 */
export const resolveTarget = (
  options: ServiceOptions,
  env: Environment,
  sources = readEnvironmentSources(),
): Target => {
  const usesVariables = options.profile === undefined
  const explicitUrl = options.url ?? (usesVariables ? getVariable(env, 'HEDDLE_URL') : undefined)
  const profile = findProfile(options, env, explicitUrl === undefined)
  const url = explicitUrl ?? profile?.url
  const variable: VariableKey = usesVariables
    ? findVariableKey(env, sources, options.url === undefined ? url : undefined)
    : {}
  const apiKey =
    options.apiKey ?? variable.apiKey ?? (explicitUrl === undefined ? profile?.api_key : undefined)
  const { keyFix } = variable
  return {
    url: parseServiceUrl(url),
    apiKey,
    ...(apiKey === undefined && keyFix !== undefined && { keyFix }),
    isNamed: url !== undefined,
  }
}

interface VariableKey {
  apiKey?: string | undefined
  keyFix?: string
}

/** `url` is the configured URL; undefined if an option names the URL, or nothing does. */
const findVariableKey = (
  env: Environment,
  { shell, file }: ReturnType<typeof readEnvironmentSources>,
  url: string | undefined,
): VariableKey => {
  const apiKey = getVariable(env, 'HEDDLE_API_KEY')
  const fileKey = getVariable(file, 'HEDDLE_API_KEY')
  const fileUrl = getVariable(file, 'HEDDLE_URL')
  if (apiKey === undefined || url === undefined) return { apiKey }
  const isUrlOfFile = url === fileUrl
  if (apiKey !== fileKey)
    return isUrlOfFile && getVariable(shell, 'HEDDLE_URL') !== url
      ? {
          apiKey: fileKey,
          keyFix: 'set HEDDLE_URL beside HEDDLE_API_KEY: a key of the shell is not sent to a URL of .env',
        }
      : { apiKey }
  const isUrlOfProfile = getVariable(env, 'HEDDLE_URL') === undefined
  return isUrlOfFile || (fileUrl === undefined && !isUrlOfProfile)
    ? { apiKey }
    : { keyFix: 'set HEDDLE_API_KEY for this URL: a key of .env is only sent to the URL of .env' }
}

const findProfile = ({ profile }: ServiceOptions, env: Environment, usesCurrent: boolean) => {
  const explicit = profile ?? (env['HEDDLE_PROFILE'] === '' ? undefined : env['HEDDLE_PROFILE'])
  if (explicit === undefined && !usesCurrent) return undefined
  const file = readProfiles(env)
  const name = explicit ?? file.current
  return name === undefined ? undefined : requireProfile(file, name)
}

export const makeTerminalOutput = (
  { output: format = 'text', color = 'auto' }: ServiceOptions,
  env: Environment,
) => makeOutput({ format, color, noColor: env['NO_COLOR'], stdout: process.stdout, stderr: process.stderr })

export const openSession = (options: ServiceOptions) => {
  const env = readEnvironment()
  const target = resolveTarget(options, env)
  const abortController = new AbortController()
  // A second signal terminates the process at once, because the listeners are removed.
  process.once('SIGINT', () => abortController.abort(new CommandError(EXIT.interrupted, 'interrupted')))
  process.once('SIGTERM', () => abortController.abort(new CommandError(EXIT.terminated, 'terminated')))
  const { signal } = abortController
  return {
    env,
    target,
    signal,
    abortController,
    client: makeClient({ ...target, signal }),
    output: makeTerminalOutput(options, env),
  }
}

export type Session = ReturnType<typeof openSession>
