/**
 * The command tree. A command imports the code of the server, the client or the database when it runs: most commands need less than half of
 * it, and the help and the completion need none.
 */
import { Command } from 'commander'
import { version } from '../platform/version.js'
import { EXIT } from './command-error.js'
import { addProfileCommand } from './commands/profile.js'
import { addCompletionCommand } from './commands/completion.js'
import { addApiCommand } from './commands/api.js'
import { addWebhooksCommand } from './commands/webhooks.js'
import { addStoreCommand } from './commands/store.js'
import { addInboxCommand } from './commands/inbox.js'
import { addGuardrailsCommand } from './commands/guardrails.js'
import { addDatasetsCommand } from './commands/datasets.js'
import { addCronsCommand } from './commands/crons.js'
import { addAssistantsCommand } from './commands/assistants.js'
import { addDatabaseCommands } from './commands/database.js'
import { addKeysCommand } from './commands/keys.js'
import { addRunCommand } from './commands/run.js'
import { addRunsCommand } from './commands/runs.js'
import { addServeCommands } from './commands/serve.js'
import { addTailCommand } from './commands/tail.js'
import { addThreadsCommand } from './commands/threads.js'
import { addDoctorCommand } from './commands/doctor.js'
import { addInitCommand } from './commands/init.js'
import { addOpenCommand } from './commands/open.js'
import { addEvalsCommand } from './evals/command.js'
import { makeGlobalOptions, rejectUnusedOptions } from './service-command.js'

const HELP = `
Exit codes: 0 success; 1 a run, an evaluation or a check failed; 2 wrong usage; 3 no result: the
service cannot be reached, or a person has to act; 4 not authorized. See docs/cli.md.`

export const makeProgram = (): Command => {
  const program = new Command('heddle')
    .description('Runs AI agents as durable workflows.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .addHelpText('after', HELP)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usageError))
  for (const option of makeGlobalOptions()) program.addOption(option)
  program.hook('preAction', (_, command) => {
    rejectUnusedOptions(program, command)
  })
  program.commandsGroup('Service:')
  addInitCommand(program)
  addServeCommands(program)
  addDatabaseCommands(program)
  addDoctorCommand(program)
  addOpenCommand(program)
  program.commandsGroup('Agents:')
  addRunCommand(program)
  addRunsCommand(program)
  addTailCommand(program)
  addThreadsCommand(program)
  addInboxCommand(program)
  addAssistantsCommand(program)
  addCronsCommand(program)
  addStoreCommand(program)
  addWebhooksCommand(program)
  program.commandsGroup('Quality:')
  addDatasetsCommand(program)
  addEvalsCommand(program)
  addGuardrailsCommand(program)
  program.commandsGroup('Access and tools:')
  addKeysCommand(program)
  addProfileCommand(program)
  addApiCommand(program)
  addCompletionCommand(program)
  return program
}
