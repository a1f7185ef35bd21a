/** Rules about the tool calls of a run. */
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
      `The run called ${description} ${String(callCount)} times; expected: ${expectation}.`,
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
    if (expectedNames === undefined) return unscored('The example has no expected `trajectory`.')
    const calledNames = run.tool_calls.map(({ name }) => name)
    const passed = MATCHERS[mode](calledNames, expectedNames)
    return passOrFail(
      passed,
      `The run called ${formatNames(calledNames)}; expected (${mode}): ${formatNames(expectedNames)}.`,
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

/** Multiset inclusion: each name of `subset` needs its own occurrence in `superset`. */
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
  (called: readonly string[], expected: readonly string[]) => boolean
> = {
  strict: (called, expected) => isEqual(called, expected),
  unordered: (called, expected) => called.length === expected.length && isSubsetOf(called, expected),
  subset: isSubsetOf,
  superset: (called, expected) => isSubsetOf(expected, called),
}
