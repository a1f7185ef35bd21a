/** `heddle evals`, as the command line has it. */
import type { Command } from 'commander'
import { readEnvironment } from '../../config.js'
import { CommandError, EXIT } from './command-error.js'
import {
  addCriterion,
  addTag,
  parseAlpha,
  parseCount,
  parseId,
  parseFraction,
  parseTimeout,
  type RunFlags,
} from './flags.js'

export const addEvalsCommand = (program: Command): void => {
  program
    .command('evals')
    .description('evaluations on a running service')
    .command('run [file]')
    .description('run an evaluation, wait for it, and fail when it is not good enough; see docs/ci.md')
    .option('--eval <eval_id>', 'one that is there, instead of a file', parseId)
    .option('--assistant <id>', 'the assistant under test', parseId)
    .option('--assistant-version <n>', 'its version', parseCount)
    .option('--dataset <id>', 'the dataset', parseId)
    .option('--name <text>', 'what the evaluation is called')
    .option('--split <name>', 'only examples of this split')
    .option('--tag <tag>', 'only examples with this tag, or one of several', addTag)
    .option('--concurrency <n>', 'examples at a time', parseCount)
    .option('--repetitions <n>', 'how often each example is run', parseCount)
    .option('--url <url>', 'where the service is (HEDDLE_URL)')
    .option('--api-key <key>', 'an API key or token (HEDDLE_API_KEY)')
    .option('--fail-under <share>', 'the least pass rate', parseFraction)
    .option('--fail-under-lower-bound', 'hold --fail-under against the lower end of the 95 % interval')
    .option('--min-score <score>', 'the least mean score', parseFraction)
    .option('--criterion <name=share>', 'the least pass rate of one criterion; may be repeated', addCriterion)
    .option('--max-errors <share>', 'the largest share without a score', parseFraction, 0.05)
    .option(
      '--no-regression-against <eval_id>',
      'fail when significantly worse than that evaluation',
      parseId,
    )
    .option('--alpha <p>', 'below which p a regression is significant (0.05 unless set)', parseAlpha)
    .option('--junit <file>', 'write JUnit XML; - is standard output')
    .option('--json <file>', 'write JSON; - is standard output')
    .option('--timeout <seconds>', 'how long to wait', parseTimeout, 3_600)
    .option('--quiet', 'say nothing but what failed')
    .action(runAndSetExitCode)
}

const runAndSetExitCode = async (file: string | undefined, flags: RunFlags): Promise<void> => {
  const abortController = new AbortController()
  // A second signal ends it at once.
  process.once('SIGINT', () => abortController.abort(new CommandError(EXIT.interrupted, 'interrupted')))
  process.once('SIGTERM', () => abortController.abort(new CommandError(EXIT.terminated, 'terminated')))
  const context = { env: readEnvironment(), out: process.stdout, err: process.stderr, abortController }
  try {
    const { runEvals } = await import('./run.js')
    process.exitCode = await runEvals(file, flags, context)
  } catch (error) {
    // A defect must not look like a gate that failed.
    process.stderr.write(`heddle: ${(error as Error).stack ?? String(error)}\n`)
    process.exitCode = EXIT.incomplete
  }
}
