/** What a run did with tools. */
import type { JsonObject } from '../../../schema/common.js'
import type { ScorerConfig } from '../../../schema/scorer.js'
import { isEqual } from './read-values.js'
import { unscored, passOrFail, type Scorer } from '../score.js'

export const toolCalled = (config: ScorerConfig<'tool_called'>): Scorer => {
  const { name, arguments: expectedArguments = {}, times } = config
  const description = Object.keys(expectedArguments).length === 0 ? name : `${name} with these arguments`
  return ({ run }) => {
    const callCount = run.tool_calls.filter(
      (call) => call.name === name && includesArguments(call.arguments, expectedArguments),
    ).length
    const passed = times === undefined ? callCount > 0 : callCount === times
    const expectation = times === undefined ? 'at least once' : `${String(times)} times`
    return passOrFail(
      passed,
      `It called ${description} ${String(callCount)} times, and should ${expectation}.`,
      callCount,
    )
  }
}

const includesArguments = (actual: JsonObject, expected: JsonObject): boolean =>
  Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && isEqual(actual[key], value))

export const trajectory = (config: ScorerConfig<'trajectory'>): Scorer => {
  const { mode = 'strict' } = config
  return ({ run, expected }) => {
    const expectedNames = config.expected ?? toNames(expected?.['trajectory'])
    if (expectedNames === undefined)
      return unscored('There is no `trajectory` expected that it could be held against.')
    const calledNames = run.tool_calls.map(({ name }) => name)
    const passed = MATCHERS[mode](calledNames, expectedNames)
    return passOrFail(
      passed,
      `It called ${formatNames(calledNames)}; expected (${mode}): ${formatNames(expectedNames)}.`,
      calledNames,
    )
  }
}

const toNames = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined

const formatNames = (names: readonly string[]): string => {
  if (names.length === 0) return 'nothing'
  return names.length > 20 ? `${names.slice(0, 20).join(', ')}, …` : names.join(', ')
}

/** Whether each of `few` has one of its own in `many`. */
const isSubsetOf = (subset: readonly string[], superset: readonly string[]): boolean => {
  const remaining = new Map<string, number>()
  for (const name of superset) remaining.set(name, (remaining.get(name) ?? 0) + 1)
  return subset.every((name) => {
    const count = remaining.get(name) ?? 0
    remaining.set(name, count - 1)
    return count > 0
  })
}

const MATCHERS: Record<
  NonNullable<ScorerConfig<'trajectory'>['mode']>,
  (called: readonly string[], wanted: readonly string[]) => boolean
> = {
  strict: (called, wanted) => isEqual(called, wanted),
  unordered: (called, wanted) => called.length === wanted.length && isSubsetOf(called, wanted),
  subset: isSubsetOf,
  superset: (called, wanted) => isSubsetOf(wanted, called),
}
