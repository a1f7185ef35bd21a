/** `heddle doctor`: checks everything that a start and a run need, and says how to fix what is wrong. Nothing is changed. */
import { readEnvironment } from '../../config.js'
import { EXIT, type ExitCode } from '../command-error.js'
import { makeTerminalOutput, resolveTarget, type ServiceOptions } from '../service/session.js'
import type { CheckResult } from './check-result.js'
import { checkNodeVersion, checkSettings } from './environment.js'
import { checkModels } from './models.js'
import { checkPort, checkService } from './network.js'
import { checkProjectCode, checkProjectFile } from './project.js'
import { checkDatabase } from './storage.js'

async function* listResults(options: ServiceOptions): AsyncGenerator<CheckResult> {
  const env = readEnvironment()
  yield checkNodeVersion(process.versions.node)
  const settings = checkSettings(env)
  yield* settings.results
  const target = resolveTarget(options, env)
  if (target.isNamed) yield* await checkService(target)
  // The other checks read the settings.
  if (settings.config === undefined) return
  const { project, config, results } = checkProjectFile(settings.config, env)
  yield* results
  yield* await checkPort(config)
  yield* await checkDatabase(config)
  yield* await checkModels(config)
  if (project !== null) yield* await checkProjectCode(config, project)
}

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const
const CHECK_WIDTH = 12

export const runDoctor = async (options: ServiceOptions): Promise<ExitCode> => {
  const output = makeTerminalOutput(options, readEnvironment())
  const results: CheckResult[] = []
  for await (const result of listResults(options)) {
    results.push(result)
    const { check, status, message, fix } = result
    if (output.isText) {
      const style = status === 'ok' ? 'green' : status === 'warning' ? 'yellow' : 'red'
      output.write(`${output.paint(style, MARKS[status])} ${check.padEnd(CHECK_WIDTH)} ${message}\n`)
      if (fix !== null) output.write(`  ${' '.repeat(CHECK_WIDTH)} fix: ${fix}\n`)
    } else if (output.format === 'jsonl') output.printJson(result)
  }
  const failures = results.filter(({ status }) => status === 'failed').length
  if (output.format === 'json') output.printJson({ ok: failures === 0, checks: results })
  if (output.isText)
    output.note(failures === 0 ? 'no problems were found' : `${String(failures)} problems were found`)
  return failures === 0 ? EXIT.ok : EXIT.failed
}
