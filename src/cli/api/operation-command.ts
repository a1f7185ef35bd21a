/** Builds a command from an operation: path parameters are arguments or flags, other parameters are flags. */
import { Command } from 'commander'
import { EXIT, usageError } from '../command-error.js'
import { collect, readDataText } from '../commands/flags.js'
import { makeGlobalOptions } from '../service-command.js'
import type { Query, RequestOptions } from '../service/client.js'
import type { Operation, Parameter } from './operations.js'

export interface OperationRequest {
  method: string
  path: string
  options: RequestOptions
  headers: Record<string, string>
}

const toFlag = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
/** The name under which Commander stores the value of a flag. */
const toOptionKey = (flag: string): string =>
  flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** Accepts the spelling of the API, such as `--run_id`. */
const normalizeArgument = (argument: string): string =>
  argument.replace(/^--[^=]+/, (flag) => flag.replaceAll('_', '-').toLowerCase())

const GLOBAL_FLAGS = new Set(makeGlobalOptions().map(({ long }) => long?.slice(2)))

/** A path parameter whose flag is a global option, such as `profile`, can only be an argument. */
const listFlagParameters = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(({ name }) => !GLOBAL_FLAGS.has(toFlag(name)))

const addOption = (command: Command, { name, in: place, required, description, schema }: Parameter): void => {
  const text = [
    description ?? schema?.description ?? '',
    required === true && place !== 'path' ? '(required)' : '',
    schema?.enum === undefined ? '' : `(${schema.enum.join(', ')})`,
  ]
  const flags = `--${toFlag(name)} <value>`
  const help = text.filter((part) => part !== '').join(' ')
  if (schema?.type === 'array') command.option(flags, help, collect)
  else command.option(flags, help)
}

export const makeOperationCommand = (operation: Operation): Command => {
  const command = new Command(`heddle api ${operation.operationId}`)
    .description(`${operation.summary}\n${operation.method} ${operation.path}`)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usageError))
  for (const { name } of operation.parameters.filter((each) => each.in === 'path'))
    command.argument(`[${name}]`)
  for (const parameter of listFlagParameters(operation)) addOption(command, parameter)
  if (operation.bodyTypes.length > 0) {
    command.option('-d, --data <body>', 'the body: text, - for stdin or @file')
    if (operation.bodyTypes.length > 1)
      command.option('--content-type <type>', `type of the body: ${operation.bodyTypes.join(', ')}`)
  }
  return command
}

export const parseOperationRequest = async (
  operation: Operation,
  args: readonly string[],
): Promise<OperationRequest> => {
  const command = makeOperationCommand(operation).parse(args.map(normalizeArgument), { from: 'user' })
  const flags = command.opts<Record<string, string | string[] | undefined>>()
  const getFlag = (name: string) => flags[toOptionKey(toFlag(name))]
  const positional = [...command.args]
  const query: Query = {}
  const headers: Record<string, string> = {}
  let { path } = operation
  for (const { name, in: place, required } of operation.parameters) {
    const value = getFlag(name) ?? (place === 'path' ? positional.shift() : undefined)
    if (value === undefined) {
      if (required === true)
        throw usageError(
          `${operation.operationId} needs ${name}; see heddle api ${operation.operationId} --help`,
        )
      continue
    }
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (place === 'query') query[name] = value
    else headers[name] = String(value)
  }
  return {
    method: operation.method,
    path,
    headers,
    options: { query, ...(await readBody(operation, flags)) },
  }
}

const readBody = async (
  { operationId, bodyTypes }: Operation,
  flags: Record<string, string | string[] | undefined>,
): Promise<Pick<RequestOptions, 'raw'>> => {
  const [defaultType = 'application/json'] = bodyTypes
  const { data, contentType = defaultType } = flags
  if (bodyTypes.length === 0) return {}
  const content = typeof data === 'string' ? await readDataText(data) : '{}'
  if (contentType === 'application/json') checkJson(content, operationId)
  return { raw: { content, type: String(contentType) } }
}

const checkJson = (content: string, operationId: string): void => {
  try {
    JSON.parse(content)
  } catch (error) {
    throw usageError(`the body of ${operationId} is not valid JSON: ${(error as Error).message}`)
  }
}
