// Commit messages are conventional: `type(scope): summary`, so that a changelog can be made from them.
import { execFileSync } from 'node:child_process'

const FORM = /^(feat|fix|perf|refactor|docs|test|build|ci|chore|revert)(\([a-z-]+\))?!?: \S.{0,98}$/
const EXEMPT = /^(Merge|Revert) /

const subjects = execFileSync('git', ['log', '--format=%h %s', '-n', '200'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const wrong = subjects.filter((line) => {
  const subject = line.slice(line.indexOf(' ') + 1)
  return !FORM.test(subject) && !EXEMPT.test(subject)
})
if (wrong.length > 0) {
  process.stderr.write(`These commits are not of the form "type(scope): summary":\n${wrong.join('\n')}\n`)
  process.exit(1)
}
