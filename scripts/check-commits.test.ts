import { expect, test } from 'vitest'
import { findSubjectProblem } from './check-commits.mjs'

test.each([
  'fix(api): send a single response to streaming requests',
  'refactor(langgraph): remove duplicated run parsing',
  'feat(engine)!: process runs of one thread in order',
  'docs: describe the life cycle of a run',
  'perf(store): address slow lists with an index',
  'test(faults): pass the clock to the worker',
  'feat(console): embed the console in the service',
  'chore(deps): bring Kysely up to date',
  'refactor(domain): focus the checks on one file',
  'Merge branch "main"',
  'Revert "feat(api): add a route"',
])('the subject "%s" is accepted', (subject) => {
  expect(findSubjectProblem(subject)).toBeUndefined()
})

test.each([
  ['send a single response', 'the subject must have the form "type(scope): summary"'],
  ['fix(api) send a single response', 'the subject must have the form "type(scope): summary"'],
  ['fix(api): ', 'the subject must have the form "type(scope): summary"'],
  ['feature(api): add a route', 'unknown type "feature"'],
  ['fix(kitchen): send a single response', 'unknown scope "kitchen"'],
  [`fix(api): add ${'very '.repeat(20)}much`, 'the summary is longer than 100 characters'],
])('the subject "%s" is refused', (subject, problem) => {
  expect(findSubjectProblem(subject)).toContain(problem)
})

test.each([
  ['fix: a request that streams is not answered twice', 'a'],
  ['docs: who decides where the headers of webhooks go', 'who'],
  ['refactor: what stood twice stands once', 'what'],
  ['feat(api): The runs of a thread', 'the'],
  ['test(faults): two nodes claim one run', 'two'],
  ['perf(cli): commands load what they need', 'commands'],
  ['fix(store): fixed the order of pages', 'fixed'],
  ['refactor(engine): moving the parser', 'moving'],
  ['feat: 3 new routes', '3'],
  ['fix(engine): projects of any module type', 'projects'],
])('the subject "%s" is refused because it does not start with a verb', (subject, word) => {
  expect(findSubjectProblem(subject)).toBe(
    `"${word}" is not a verb in the imperative; write "add", "remove", "describe"`,
  )
})
