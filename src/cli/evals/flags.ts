/** The flags of `heddle evals run`: their types, their parsers and the combinations that are refused. */
import { InvalidArgumentError } from 'commander'
import { usageError } from '../command-error.js'
import type { ServiceOptions } from '../service/session.js'

export interface CriterionLimit {
  criterion: string
  minimum: number
}

export interface RunFlags extends ServiceOptions {
  eval?: string
  assistant?: string
  dataset?: string
  name?: string
  assistantVersion?: number
  split?: string
  tag?: string[]
  concurrency?: number
  repetitions?: number
  failUnder?: number
  failUnderLowerBound?: boolean
  minScore?: number
  criterion?: CriterionLimit[]
  maxErrors: number
  /** `--no-regression-against`: commander reads `no-` as a negation and sets true if the flag is absent. */
  regressionAgainst: string | true
  alpha?: number
  junit?: string
  json?: string
  timeout: number
  quiet?: boolean
}

/** Flags that change the evaluation to create and cannot be used with an existing one. */
const CREATION_FLAGS = [
  'assistant',
  'dataset',
  'name',
  'assistantVersion',
  'split',
  'tag',
  'concurrency',
  'repetitions',
] as const satisfies (keyof RunFlags)[]

/** Below the maximum delay of a timer (2^31 ms). */
const MAX_TIMEOUT_SECONDS = 2_000_000

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

export const parseFraction = (text: string): number => {
  const value = toNumber(text)
  if (value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('Expected a number from 0 to 1.')
}

export const parseAlpha = (text: string): number => {
  const value = toNumber(text)
  if (value > 0 && value < 1) return value
  throw new InvalidArgumentError('Expected a number between 0 and 1.')
}

export const parseTimeout = (text: string): number => {
  const value = toNumber(text)
  if (value > 0 && value <= MAX_TIMEOUT_SECONDS) return value
  throw new InvalidArgumentError(`Expected seconds, more than 0 and at most ${String(MAX_TIMEOUT_SECONDS)}.`)
}

/** Parses `name=0.9`; the name may contain an equals sign. */
export const addCriterion = (text: string, previous: CriterionLimit[] = []): CriterionLimit[] => {
  const index = text.lastIndexOf('=')
  if (index < 1) throw new InvalidArgumentError('Expected a name and a number, such as polite=0.9.')
  return [...previous, { criterion: text.slice(0, index), minimum: parseFraction(text.slice(index + 1)) }]
}

export const checkFlags = (file: string | undefined, flags: RunFlags): void => {
  const creationFlags = CREATION_FLAGS.filter((name) => flags[name] !== undefined)
  if (flags.eval !== undefined && file !== undefined)
    throw usageError('pass a file, or --eval for an existing evaluation, not both')
  if (flags.eval !== undefined && creationFlags.length > 0)
    throw usageError(
      `${creationFlags.map(toFlagName).join(', ')} cannot change an existing evaluation (--eval)`,
    )
  if (flags.eval === undefined && file === undefined && creationFlags.length === 0)
    throw usageError('pass a file, or --dataset and --assistant, or --eval; see heddle evals run --help')
  if (flags.failUnderLowerBound && flags.failUnder === undefined)
    throw usageError('--fail-under-lower-bound needs --fail-under')
  if (flags.alpha !== undefined && flags.regressionAgainst === true)
    throw usageError('--alpha needs --no-regression-against')
  if (flags.eval !== undefined && flags.regressionAgainst === flags.eval)
    throw usageError('an evaluation cannot be compared with itself')
  if (flags.junit === '-' && flags.json === '-') throw usageError('only one of --junit and --json can be -')
}

const toFlagName = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
