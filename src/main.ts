import { makeProgram } from './cli/program.js'

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

makeProgram()
  .parseAsync()
  .catch(async (error: unknown) => {
    const { describeError, toExitCode } = await import('./cli/describe-error.js')
    process.stderr.write(`heddle: ${describeError(error)}\n`)
    process.exit(toExitCode(error))
  })
