// Checks commit subjects: `type(scope): summary` with a known scope and a summary in the imperative mood.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Commits up to this one are exempt; they were written before the rule. */
const LAST_EXEMPT_COMMIT = '21725c5'
/** Number of checked commits in a repository without that commit, for example a shallow clone. */
const FALLBACK_COUNT = 50

const MAX_SUMMARY_LENGTH = 100
const TYPES = 'feat fix perf refactor docs test build ci chore revert'.split(' ')
const SCOPES = (
  'adr api bench ci cli client console deps docs domain engine errors evaluations events examples faults guardrails langgraph ' +
  'openapi platform project release schema scripts store test webhooks wiring'
).split(' ')

const FORM = /^([a-z]+)(?:\(([a-z-]+)\))?!?: (\S.*)$/
const EXEMPT = /^(?:Merge |Revert ")/

const NO_VERBS = new Set(
  // articles, pronouns, determiners
  (
    'a an the this that these those it its he she they we you i our your their every each all both some any no one ' +
    'who whoever what whatever which whose when where why how if whether ' +
    'there here nothing nobody somebody something everything everybody anything anybody ' +
    // numbers, prepositions, conjunctions, auxiliaries
    'two three four five six seven eight nine ten first second last ' +
    'of in on at by for from to with without within after before as than then so and or but not also only ' +
    'is are was were be been has have had does did can could may might must shall should will would'
  ).split(' '),
)
/** Verbs in base form that end like an inflected form. Words that end in -ss are base forms too. */
const BASE_FORMS = new Set(
  (
    'focus alias bias canvas embed need feed seed speed shed exceed proceed succeed heed weed ' +
    'bring ring string ping swing sing cling fling spring sting wing'
  ).split(' '),
)

const isImperative = (word) => {
  if (!/^[a-z]/i.test(word) || NO_VERBS.has(word)) return false
  if (BASE_FORMS.has(word)) return true
  return !/(?:[^s]s|ed|ing)$/.test(word)
}

/** Returns what is wrong with the subject of a commit, or undefined if it follows the rule. */
export const findSubjectProblem = (subject) => {
  if (EXEMPT.test(subject)) return undefined
  const [, type, scope, summary] = FORM.exec(subject) ?? []
  if (type === undefined) return 'the subject must have the form "type(scope): summary"'
  if (!TYPES.includes(type)) return `unknown type "${type}"; use one of ${TYPES.join(', ')}`
  if (scope !== undefined && !SCOPES.includes(scope)) {
    return `unknown scope "${scope}"; use one of ${SCOPES.join(', ')}`
  }
  if (summary.length > MAX_SUMMARY_LENGTH) {
    return `the summary is longer than ${MAX_SUMMARY_LENGTH} characters`
  }
  const word = summary.split(/[\s,:;]/, 1)[0].toLowerCase()
  if (!isImperative(word))
    return `"${word}" is not a verb in the imperative; write "add", "remove", "describe"`
  return undefined
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const hasCommit = (commit) => {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD')
    return true
  } catch {
    return false
  }
}

const listCommits = () => {
  const range = hasCommit(LAST_EXEMPT_COMMIT)
    ? [`${LAST_EXEMPT_COMMIT}..HEAD`]
    : ['-n', String(FALLBACK_COUNT)]
  return git('log', '--format=%h %s', ...range)
    .split('\n')
    .filter((line) => line !== '')
}

const main = () => {
  const problems = listCommits().flatMap((line) => {
    const problem = findSubjectProblem(line.slice(line.indexOf(' ') + 1))
    return problem === undefined ? [] : [`  ${line}\n    ${problem}`]
  })
  if (problems.length === 0) return
  process.stderr.write(
    `${problems.join('\n')}\n\n` +
      'A subject has the form "type(scope): summary". The summary starts with a verb in the imperative, as in\n' +
      '  fix(api): send a single response to streaming requests\n',
  )
  process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
