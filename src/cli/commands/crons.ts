/** `heddle crons`: lists, creates, pauses, resumes, runs and deletes crons. */
import type { Command } from 'commander'
import { newId } from '../../platform/ids.js'
import type { Cron, CronRun, ScheduledCron } from '../../schema/cron.js'
import { formatAge, formatFields } from '../output/format.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption, parseId, readJsonObject } from './flags.js'
import { findDefaultAssistant, resolveAssistant } from './resolve-assistant.js'

interface CreateFlags {
  assistant?: string
  thread?: string
  message?: string
  input?: string
  timezone?: string
  until?: string
}

export const addCronsCommand = (program: Command): void => {
  const crons = program.command('crons').description('list, create, pause and run crons')
  runWithSession(
    addLimitOption(crons.command('list').description('list crons with their next date, newest first')),
    listCrons,
  )
  const create = crons
    .command('create <schedule>')
    .description('create a cron, such as "30 9 * * 1-5"')
    .option('-a, --assistant <id>', 'id, name or graph of the assistant; default: the built-in one')
    .option('-t, --thread <id>', 'thread of the runs; default: a new one for each', parseId)
    .option('-m, --message <text>', 'message of each run')
    .option('--input <json>', 'input of each run: JSON, - or @file')
    .option('--timezone <name>', 'time zone of the schedule, such as Europe/Berlin; default: UTC')
    .option('--until <time>', 'no runs after this time (ISO 8601)')
  runWithSession(create, createCron)
  runWithSession(
    crons.command('pause <cron_id>').description('create no runs until the cron is resumed'),
    (session, cronId: string) => setEnabled(session, cronId, false),
  )
  runWithSession(
    crons.command('resume <cron_id>').description('continue a paused cron with its next date'),
    (session, cronId: string) => setEnabled(session, cronId, true),
  )
  runWithSession(crons.command('run <cron_id>').description('create a run of a cron now'), runCron)
  runWithSession(crons.command('delete <cron_id>').description('delete a cron'), deleteCron)
}

const listCrons = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  const now = Date.now()
  await output.printList(
    client.list<ScheduledCron>('/api/v1/crons', {}, limit),
    [
      { title: 'CRON', value: ({ cron_id }) => cron_id },
      { title: 'SCHEDULE', value: ({ schedule }) => schedule },
      { title: 'TIME ZONE', value: ({ timezone }) => timezone ?? 'UTC' },
      { title: 'STATE', value: ({ enabled }) => (enabled ? 'active' : 'paused') },
      { title: 'NEXT', value: ({ next_run_dates: [next] }) => formatAge(next, now) },
      { title: 'ASSISTANT', value: ({ assistant_id }) => assistant_id },
    ],
    'no crons',
  )
}

const formatCron = (cron: Cron): string =>
  formatFields({
    cron: cron.cron_id,
    schedule: cron.schedule,
    timezone: cron.timezone ?? 'UTC',
    state: cron.enabled ? 'active' : 'paused',
    next: cron.next_run_date,
    until: cron.end_time,
    assistant: cron.assistant_id,
    thread: cron.thread_id,
  })

const createCron = async (
  { client, output }: Session,
  schedule: string,
  { assistant, thread, message, input, timezone, until }: CreateFlags,
): Promise<void> => {
  const fields = input === undefined ? {} : await readJsonObject(input, '--input')
  const body = {
    assistant_id: await (assistant === undefined
      ? findDefaultAssistant(client)
      : resolveAssistant(client, assistant)),
    schedule,
    input: message === undefined ? fields : { ...fields, messages: [{ role: 'user', content: message }] },
    ...(timezone !== undefined && { timezone }),
    ...(until !== undefined && { end_time: until }),
  }
  const path = thread === undefined ? '/runs/crons' : `/threads/${thread}/runs/crons`
  output.print(await client.post<Cron>(path, { body, idempotencyKey: newId() }), formatCron)
}

const setEnabled = async ({ client, output }: Session, cronId: string, enabled: boolean): Promise<void> => {
  output.print(await client.patch<Cron>(`/runs/crons/${encodeURIComponent(cronId)}`, { enabled }), formatCron)
}

const runCron = async ({ client, output }: Session, cronId: string): Promise<void> => {
  const path = `/api/v1/crons/${encodeURIComponent(cronId)}/run`
  output.print(await client.post<CronRun>(path, { idempotencyKey: newId() }), ({ run_id }) => run_id)
}

const deleteCron = async ({ client, output }: Session, cron_id: string): Promise<void> => {
  await client.remove(`/runs/crons/${encodeURIComponent(cron_id)}`)
  output.print({ deleted: true, cron_id }, () => `deleted ${cron_id}`)
}
