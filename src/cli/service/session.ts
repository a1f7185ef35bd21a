/** What a command that calls a service works with: the client, the output, and the signal of Ctrl-C. */
import { readEnvironment, type Environment } from '../../config.js'
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
  /** True if an option, the environment or a profile names the service. */
  isNamed: boolean
}

/**
 * Options take precedence over the environment, and the environment over the current profile. The key of a profile is only sent to the
 * URL of that profile.
 */
export const resolveTarget = (options: ServiceOptions, env: Environment): Target => {
  // CI systems set an empty variable for a missing secret.
  const getVariable = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  const explicitUrl = options.url ?? (options.profile === undefined ? getVariable('HEDDLE_URL') : undefined)
  const profile = findProfile(options, env, explicitUrl === undefined)
  const apiKey =
    options.apiKey ??
    (options.profile === undefined ? getVariable('HEDDLE_API_KEY') : undefined) ??
    (explicitUrl === undefined ? profile?.api_key : undefined)
  const url = explicitUrl ?? profile?.url
  return { url: parseServiceUrl(url), apiKey, isNamed: url !== undefined }
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
