/** What a run did with tools. */
import type { JsonObject } from '../../../schema/common.js'
import type { ScorerConfig } from '../../../schema/scorer.js'
import { isSame } from './read-values.js'
import { unscored, yesOrNo, type Scorer } from '../score.js'

export const toolCalled = (config: ScorerConfig<'tool_called'>): Scorer => {
  const { name, arguments: wanted = {}, times } = config
  const described = Object.keys(wanted).length === 0 ? name : `${name} with these arguments`
  return ({ run }) => {
    const called = run.tool_calls.filter((call) => call.name === name && holds(call.arguments, wanted)).length
    const passed = times === undefined ? called > 0 : called === times
    const should = times === undefined ? 'at least once' : `${String(times)} times`
    return yesOrNo(passed, `It called ${described} ${String(called)} times, and should ${should}.`, called)
  }
}

const holds = (given: JsonObject, wanted: JsonObject): boolean =>
  Object.entries(wanted).every(([key, value]) => Object.hasOwn(given, key) && isSame(given[key], value))

export const trajectory = (config: ScorerConfig<'trajectory'>): Scorer => {
  const { mode = 'strict' } = config
  return ({ run, expected }) => {
    const wanted = config.expected ?? namesOf(expected?.['trajectory'])
    if (wanted === undefined)
      return unscored('There is no `trajectory` expected that it could be held against.')
    const called = run.tool_calls.map(({ name }) => name)
    const passed = FITS[mode](called, wanted)
    return yesOrNo(passed, `It called ${listed(called)}; expected (${mode}): ${listed(wanted)}.`, called)
  }
}

const namesOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined

const listed = (names: readonly string[]): string => {
  if (names.length === 0) return 'nothing'
  return names.length > 20 ? `${names.slice(0, 20).join(', ')}, …` : names.join(', ')
}

/** Whether each of `few` has one of its own in `many`. */
const isWithin = (few: readonly string[], many: readonly string[]): boolean => {
  const left = new Map<string, number>()
  for (const name of many) left.set(name, (left.get(name) ?? 0) + 1)
  return few.every((name) => {
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0
  })
}

const FITS: Record<
  NonNullable<ScorerConfig<'trajectory'>['mode']>,
  (called: readonly string[], wanted: readonly string[]) => boolean
> = {
  strict: (called, wanted) => isSame(called, wanted),
  unordered: (called, wanted) => called.length === wanted.length && isWithin(called, wanted),
  subset: isWithin,
  superset: (called, wanted) => isWithin(wanted, called),
}
