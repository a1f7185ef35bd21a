/** `heddle assistants`: lists, shows, creates, changes and deletes assistants. */
import type { Command } from 'commander'
import { newId } from '../../platform/ids.js'
import type { Assistant, AssistantVersion } from '../../schema/assistant.js'
import { usageError } from '../command-error.js'
import { formatAge, formatFields } from '../output/format.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption, parseCount, readJsonObject, readText } from './flags.js'
import { resolveAssistant } from './resolve-assistant.js'

interface WriteFlags {
  name?: string
  description?: string
  graph?: string
  model?: string
  instructions?: string
  data?: string
}

const addWriteOptions = (command: Command): Command =>
  command
    .option('--name <text>', 'name')
    .option('--description <text>', 'description')
    .option('--graph <id>', 'graph that the assistant runs')
    .option('--model <name>', 'model, such as openai:gpt-4o')
    .option('--instructions <text>', 'system prompt; - reads it from stdin')
    .option('-d, --data <json>', 'the whole body: JSON, - or @file; other flags override it')

export const addAssistantsCommand = (program: Command): void => {
  const assistants = program.command('assistants').description('list, create and change assistants')
  runWithSession(
    addLimitOption(assistants.command('list').description('list assistants, newest first')),
    listAssistants,
  )
  runWithSession(
    assistants.command('get <assistant>').description('show an assistant, by id, name or graph'),
    getAssistant,
  )
  runWithSession(
    addWriteOptions(assistants.command('create [name]').description('create an assistant')),
    createAssistant,
  )
  runWithSession(
    addWriteOptions(
      assistants.command('update <assistant>').description('change an assistant, which creates a version'),
    ),
    updateAssistant,
  )
  runWithSession(assistants.command('delete <assistant>').description('delete an assistant'), deleteAssistant)
  const versions = assistants
    .command('versions <assistant>')
    .description('list the versions of an assistant, newest first')
    .option('--use <version>', 'make this version the current one first', parseCount)
  runWithSession(addLimitOption(versions), listVersions)
}

/** An assistant with a graph of its own executes that one, whatever its `graph_id` is. */
const formatGraph = ({ graph_id, graph_schema }: Assistant): string =>
  Object.keys(graph_schema).length > 0 ? 'declarative' : graph_id

const listAssistants = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  const now = Date.now()
  await output.printList(
    client.list<Assistant>('/api/v1/assistants', {}, limit),
    [
      { title: 'ASSISTANT', value: ({ assistant_id }) => assistant_id },
      { title: 'NAME', value: ({ name }) => name, isFlexible: true },
      { title: 'GRAPH', value: formatGraph, isFlexible: true },
      { title: 'VERSION', value: ({ version }) => version, align: 'right' },
      { title: 'UPDATED', value: ({ updated_at }) => formatAge(updated_at, now) },
    ],
    'no assistants',
  )
}

const formatAssistant = (assistant: Assistant): string =>
  formatFields({
    assistant: assistant.assistant_id,
    name: assistant.name,
    description: assistant.description,
    graph: formatGraph(assistant),
    version: assistant.version,
    config: assistant.config,
    context: assistant.context,
    metadata: assistant.metadata,
    retention_days: assistant.retention_days,
    created: assistant.created_at,
    updated: assistant.updated_at,
  })

const toPath = async ({ client }: Session, assistant: string): Promise<string> =>
  `/api/v1/assistants/${await resolveAssistant(client, assistant)}`

const getAssistant = async (session: Session, assistant: string): Promise<void> => {
  session.output.print(await session.client.get<Assistant>(await toPath(session, assistant)), formatAssistant)
}

/** `current` is the stored configuration, because an update replaces it as a whole. */
const toBody = async (
  { name, description, graph, model, instructions, data }: WriteFlags,
  current: Record<string, unknown> = {},
): Promise<Record<string, unknown>> => {
  const body = data === undefined ? {} : await readJsonObject(data, '--data')
  const config = {
    ...(model !== undefined && { model }),
    ...(instructions !== undefined && { instructions: await readText(instructions) }),
  }
  return {
    ...body,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(graph !== undefined && { graph_id: graph }),
    ...(Object.keys(config).length > 0 && {
      config: { ...current, ...(body['config'] as object | undefined), ...config },
    }),
  }
}

const createAssistant = async (
  { client, output }: Session,
  name: string | undefined,
  flags: WriteFlags,
): Promise<void> => {
  const body = await toBody({ ...flags, ...(name !== undefined && { name }) })
  const created = await client.post<Assistant>('/api/v1/assistants', { body, idempotencyKey: newId() })
  output.print(created, formatAssistant)
}

const updateAssistant = async (session: Session, assistant: string, flags: WriteFlags): Promise<void> => {
  const path = await toPath(session, assistant)
  const { config } = await session.client.get<Assistant>(path)
  const body = await toBody(flags, config)
  if (Object.keys(body).length === 0)
    throw usageError('pass what to change, such as --model; see heddle assistants update --help')
  session.output.print(await session.client.patch<Assistant>(path, body), formatAssistant)
}

const deleteAssistant = async (session: Session, assistant: string): Promise<void> => {
  const path = await toPath(session, assistant)
  await session.client.remove(path)
  const assistant_id = path.split('/').at(-1)
  session.output.print({ deleted: true, assistant_id }, () => `deleted ${String(assistant_id)}`)
}

const listVersions = async (
  session: Session,
  assistant: string,
  { limit, use }: { limit: number; use?: number },
): Promise<void> => {
  const { client, output } = session
  const path = await toPath(session, assistant)
  if (use !== undefined) await client.post(`${path}/latest`, { body: { version: use } })
  const { version: current } = await client.get<Assistant>(path)
  await output.printList(
    client.list<AssistantVersion>(`${path}/versions`, {}, limit),
    [
      { title: 'VERSION', value: ({ version }) => version, align: 'right' },
      { title: 'CURRENT', value: ({ version }) => (version === current ? 'current' : '') },
      { title: 'CREATED', value: ({ created_at }) => created_at },
      { title: 'NAME', value: ({ name }) => name, isFlexible: true },
      { title: 'CONFIG', value: ({ config }) => JSON.stringify(config), isFlexible: true },
    ],
    'no versions',
  )
}
