/** `heddle inbox`: lists what waits for a person, and replies. */
import type { Command } from 'commander'
import type { ExitCode } from '../command-error.js'
import type { Decision } from '../inbox/resume-value.js'
import { sendReply } from '../inbox/send-reply.js'
import { findInboxItem, listInbox, type InboxItem } from '../inbox/waiting-items.js'
import { formatAge } from '../output/format.js'
import { printRun } from '../runs/print-run.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption, readJson, readText } from './flags.js'
import { usageError } from '../command-error.js'

interface ReplyFlags {
  watch?: boolean
}

export const addInboxCommand = (program: Command): void => {
  const inbox = program.command('inbox').description('list what waits for a person, and reply')
  runWithSession(
    addLimitOption(
      inbox.command('list', { isDefault: true }).description('list waiting runs and threads, oldest first'),
    ),
    list,
  )
  const addReply = (name: string, description: string): Command =>
    inbox
      .command(`${name} <id>`)
      .description(description)
      .option('-w, --watch', 'stream what the run continues with')
  runWithSession(addReply('approve', 'approve a request'), (session, id: string, flags: ReplyFlags) =>
    reply(session, id, flags, { kind: 'approve' }),
  )
  runWithSession(
    addReply('reject', 'reject a request').option('--reason <text>', 'reason for the graph or the audit'),
    (session, id: string, flags: ReplyFlags & { reason?: string }) =>
      reply(session, id, flags, { kind: 'reject', reason: flags.reason }),
  )
  runWithSession(
    addReply('respond', 'respond with a text, or with JSON')
      .argument('[text]', 'the response; - reads it from stdin')
      .option('-d, --data <json>', 'the response as JSON, - or @file'),
    respond,
  )
}

const list = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  const now = Date.now()
  const items = await listInbox(client, limit)
  await output.printList<InboxItem>(
    items,
    [
      { title: 'ID', value: ({ id }) => id },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'WAITS FOR', value: ({ action }) => action },
      { title: 'SINCE', value: ({ waiting_since }) => formatAge(waiting_since, now) },
      { title: 'QUESTION', value: ({ question }) => question, isFlexible: true },
    ],
    'nothing waits for a person',
  )
}

const respond = async (
  session: Session,
  id: string,
  text: string | undefined,
  flags: ReplyFlags & { data?: string },
): Promise<ExitCode | undefined> => {
  if ((text === undefined) === (flags.data === undefined)) throw usageError('pass a text or --data <json>')
  const value =
    text === undefined ? await readJson(flags.data ?? '', '--data') : (await readText(text)).trimEnd()
  return reply(session, id, flags, { kind: 'respond', value })
}

const reply = async (
  session: Session,
  id: string,
  { watch = false }: ReplyFlags,
  decision: Decision,
): Promise<ExitCode | undefined> => {
  const { client, output } = session
  const runId = await sendReply(client, await findInboxItem(client, id), decision)
  if (watch) return printRun(session, runId)
  output.print({ run_id: runId }, () => `run ${runId} continues`)
  return undefined
}
