/** Checks of the machine and the settings: the version of Node.js, misspelled and invalid settings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { closest, distance } from 'fastest-levenshtein'
import { satisfies } from 'semver'
import {
  ConfigError,
  getConfigWarnings,
  loadConfig,
  SETTINGS,
  type Config,
  type Environment,
} from '../../config.js'
import { packageRoot } from '../../platform/package-root.js'
import { ok, problem, warning, type CheckResult } from './check-result.js'

export const checkNodeVersion = (version: string): CheckResult => {
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const { node: range } = manifest.engines
  return satisfies(version, range)
    ? ok('node', `Node.js ${version}`)
    : problem('node', `Node.js ${version} is not supported`, `install Node.js ${range}`)
}

const KNOWN_NAMES = SETTINGS.flatMap(([name, { aliases = [], secret }]) => [
  name,
  ...aliases,
  ...(secret === true ? [`${name}_FILE`] : []),
])
const MAX_TYPING_ERRORS = 2

/** A project may read variables of its own, so only names that resemble a setting are reported. */
export const findMisspelledSettings = (names: readonly string[]): { name: string; nearest: string }[] =>
  names
    .filter((name) => !KNOWN_NAMES.includes(name))
    .map((name) => ({ name, nearest: closest(name, KNOWN_NAMES) }))
    .filter(({ name, nearest }) => distance(name, nearest) <= MAX_TYPING_ERRORS)

const readEnvFile = (file: string): string[] => {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}

/** Unknown settings in `.env`, and values that the service would refuse. The configuration is undefined if it is not valid. */
export const checkSettings = (
  env: Environment,
  envFile = '.env',
): { config: Config | undefined; results: CheckResult[] } => {
  const misspelled = findMisspelledSettings(readEnvFile(envFile)).map(({ name, nearest }) =>
    problem('settings', `${name} in ${envFile} is not a setting`, `rename it to ${nearest}`),
  )
  try {
    const config = loadConfig(env)
    const warnings = getConfigWarnings(config).map((text) =>
      warning('settings', text, 'see docs/configuration.md'),
    )
    const found = [...misspelled, ...warnings]
    return { config, results: found.length > 0 ? found : [ok('settings', 'all settings are valid')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const invalid = error.problems.map((text) =>
      problem('settings', text, 'correct it in the environment or in .env; see docs/configuration.md'),
    )
    return { config: undefined, results: [...misspelled, ...invalid] }
  }
}
