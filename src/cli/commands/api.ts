/** `heddle api`: calls any operation of the API by its operationId. */
import type { Command } from 'commander'
import { runWithSession } from '../service-command.js'

const HELP = `
Path parameters are arguments or flags, other parameters are flags.

Examples:
  heddle api list
  heddle api getRun --help
  heddle api getRun 0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40
  heddle api listRuns --status failed --limit 5
  heddle api createThread --data '{"title":"Refund"}'`

export const addApiCommand = (program: Command): void => {
  const api = program
    .command('api')
    .usage('list | <operation> [parameters] [--data <body>]')
    .description('call an operation of the API by its operationId')
    .argument('[arguments...]')
    .addHelpText('after', HELP)
    // The flags are those of the operation, which is read when the command runs.
    .allowUnknownOption()
    .helpOption(false)
  runWithSession(api, async (session) => {
    const [name = '--help', ...args] = api.args
    if (name.startsWith('-')) {
      api.outputHelp()
      return
    }
    const { callOperation, listOperations } = await import('../api/call-operation.js')
    await (name === 'list' ? listOperations(session) : callOperation(session, name, args))
  })
}
