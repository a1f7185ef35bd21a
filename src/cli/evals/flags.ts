/** The flags of `heddle evals run`: what each takes, and which do not go together. */
import { InvalidArgumentError } from 'commander'
import { isUuid } from '../../platform/ids.js'
import { badUse } from './command-error.js'

export interface CriterionLimit {
  criterion: string
  least: number
}

export interface RunFlags {
  eval?: string
  assistant?: string
  dataset?: string
  name?: string
  assistantVersion?: number
  split?: string
  tag?: string[]
  concurrency?: number
  repetitions?: number
  url?: string
  apiKey?: string
  failUnder?: number
  failUnderLowerBound?: boolean
  minScore?: number
  criterion?: CriterionLimit[]
  maxErrors: number
  /** `--no-regression-against`: commander reads the `no-` as a negation, and gives true where the flag is not there. */
  regressionAgainst: string | true
  alpha?: number
  junit?: string
  json?: string
  timeout: number
  quiet?: boolean
}

/** Those that say what is to be created, and so have no meaning for an evaluation that is there. */
const OF_CREATION = [
  'assistant',
  'dataset',
  'name',
  'assistantVersion',
  'split',
  'tag',
  'concurrency',
  'repetitions',
] as const satisfies (keyof RunFlags)[]

/** The longest that a timer can take, in seconds. */
const LONGEST_TIMEOUT = 2_000_000

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

export const readShare = (text: string): number => {
  const value = numberOf(text)
  if (value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('It takes a number from 0 to 1.')
}

export const readAlpha = (text: string): number => {
  const value = numberOf(text)
  if (value > 0 && value < 1) return value
  throw new InvalidArgumentError('It takes a number between 0 and 1.')
}

export const readCount = (text: string): number => {
  const value = numberOf(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new InvalidArgumentError('It takes a whole number from 1.')
}

export const readTimeout = (text: string): number => {
  const value = numberOf(text)
  if (value > 0 && value <= LONGEST_TIMEOUT) return value
  throw new InvalidArgumentError(`It takes seconds, more than 0 and at most ${String(LONGEST_TIMEOUT)}.`)
}

export const readId = (text: string): string => {
  if (isUuid(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It takes an id.')
}

export const addTag = (text: string, before: string[] = []): string[] => [...before, text]

/** `name=0.9`; the name may have an equals sign in it. */
export const addCriterion = (text: string, before: CriterionLimit[] = []): CriterionLimit[] => {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('It takes a name and a number, as in polite=0.9.')
  return [...before, { criterion: text.slice(0, at), least: readShare(text.slice(at + 1)) }]
}

export const checkFlags = (file: string | undefined, flags: RunFlags): void => {
  const created = OF_CREATION.filter((name) => flags[name] !== undefined)
  if (flags.eval !== undefined && file !== undefined)
    throw badUse('give a file, or --eval for an evaluation that is there, not both')
  if (flags.eval !== undefined && created.length > 0)
    throw badUse(`${created.map(spelt).join(', ')} cannot change an evaluation that is there (--eval)`)
  if (flags.eval === undefined && file === undefined && created.length === 0)
    throw badUse('give a file, or --dataset and --assistant, or --eval; see heddle evals run --help')
  if (flags.failUnderLowerBound && flags.failUnder === undefined)
    throw badUse('--fail-under-lower-bound needs --fail-under')
  if (flags.alpha !== undefined && flags.regressionAgainst === true)
    throw badUse('--alpha needs --no-regression-against')
  if (flags.eval !== undefined && flags.regressionAgainst === flags.eval)
    throw badUse('an evaluation cannot be held against itself')
  if (flags.junit === '-' && flags.json === '-') throw badUse('only one of --junit and --json can be -')
}

const spelt = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
