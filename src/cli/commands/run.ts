/** `heddle run`: sends a message to an assistant and streams the reply. */
import type { Command } from 'commander'
import { newId } from '../../platform/ids.js'
import type { Run } from '../../schema/run.js'
import { usageError, type ExitCode } from '../command-error.js'
import { printRun } from '../runs/print-run.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { parseId, readJsonObject, readText } from './flags.js'
import { findDefaultAssistant, resolveAssistant } from './resolve-assistant.js'

interface RunFlags {
  assistant?: string
  thread?: string
  input?: string
  metadata?: string
  detach?: boolean
}

export const addRunCommand = (program: Command): void => {
  const command = program
    .command('run [message]')
    .description('send a message to an assistant and stream the reply; - reads the message from stdin')
    .option('-a, --assistant <id>', 'id, name or graph of the assistant; default: the built-in one')
    .option('-t, --thread <id>', 'thread that the run continues; default: a temporary one', parseId)
    .option('--input <json>', 'input of the graph instead of a message: JSON, - or @file')
    .option('--metadata <json>', 'metadata of the run: JSON, - or @file')
    .option('--detach', 'print the id of the run and do not wait for it')
    .option('--json', 'print the ended run as JSON, like -o json')
  runWithSession(command, run)
}

/** The service chooses the assistant of a thread. */
const chooseAssistant = async (
  { client }: Session,
  { assistant, thread }: RunFlags,
): Promise<string | null> => {
  if (assistant !== undefined) return resolveAssistant(client, assistant)
  return thread === undefined ? findDefaultAssistant(client) : null
}

const createRun = async (session: Session, flags: RunFlags, input: Record<string, unknown>): Promise<Run> => {
  const { metadata, thread = null } = flags
  const body = {
    assistant_id: await chooseAssistant(session, flags),
    thread_id: thread,
    input,
    ...(metadata !== undefined && { metadata: await readJsonObject(metadata, '--metadata') }),
  }
  return session.client.post<Run>('/api/v1/runs', { body, idempotencyKey: newId() })
}

const run = async (
  session: Session,
  message: string | undefined,
  flags: RunFlags,
): Promise<ExitCode | undefined> => {
  if ((message === undefined) === (flags.input === undefined))
    throw usageError('pass a message or --input, such as: heddle run "Hello"')
  const input =
    message === undefined
      ? await readJsonObject(flags.input ?? '', '--input')
      : { message: await readText(message) }
  const { run_id, ...created } = await createRun(session, flags, input)
  if (flags.detach !== true) return printRun(session, run_id)
  session.output.print({ run_id, ...created }, () => run_id)
  return undefined
}
