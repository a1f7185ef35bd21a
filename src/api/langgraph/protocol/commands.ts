/** Executes commands of the agent streaming protocol, which arrive over HTTP or a WebSocket. */
import { getEndPosition } from '../../../langgraph/protocol/thread-position.js'
import type { Scope } from '../../../schema/api-key.js'
import type { JsonObject } from '../../../schema/common.js'
import type { ProtocolCommand } from '../../../schema/langgraph-protocol.js'
import type { AuthAction, AuthGrant } from '../authorize.js'
import { toRunAuthValue } from '../auth-scope.js'
import { CommandError, toErrorResponse, toCommandError, type CommandResponse } from './command-response.js'
import { makeRunCommands, type CommandContext, type RunCommandDeps } from './run-commands.js'
import { makeStateCommands, type StateCommandDeps } from './state-commands.js'

export type CommandDeps = RunCommandDeps & StateCommandDeps

interface Command {
  scope: Scope
  execute: (context: CommandContext, params: JsonObject | undefined) => Promise<JsonObject>
}

/** The sender of a command. */
export interface Caller {
  scopes: ReadonlySet<Scope>
  /** Authorizes an action with the project's auth, if there is one. */
  authorize: (authAction: AuthAction) => Promise<AuthGrant>
  /** The fields of the request that are passed to new runs in `config.configurable`. */
  configurable: JsonObject
}

const toAuthAction = ({ scope }: Command, thread_id: string, params: JsonObject = {}): AuthAction =>
  scope === 'write'
    ? { resource: 'threads', action: 'create_run', value: toRunAuthValue(params, thread_id) }
    : { resource: 'threads', action: 'read', value: { thread_id } }

export const makeCommands = (deps: CommandDeps) => {
  const runs = makeRunCommands(deps)
  const states = makeStateCommands(deps)
  const commands = new Map<string, Command>([
    ['run.start', { scope: 'write', execute: runs.start }],
    ['input.respond', { scope: 'write', execute: runs.respond }],
    ['state.fork', { scope: 'write', execute: runs.fork }],
    ['state.get', { scope: 'read', execute: states.get }],
    ['state.listCheckpoints', { scope: 'read', execute: states.listCheckpoints }],
    ['agent.getTree', { scope: 'read', execute: states.getTree }],
    [
      'input.inject',
      makeUnsupportedCommand(
        'A running graph does not accept messages; start another run, which is queued behind this one',
      ),
    ],
    ...['subscription.subscribe', 'subscription.unsubscribe', 'subscription.reconnect'].map(
      (method) =>
        [
          method,
          makeUnsupportedCommand('Subscriptions require a WebSocket; over HTTP, POST to stream/events'),
        ] as const,
    ),
  ])

  /** Errors that the client did not cause are thrown. */
  return async (
    { tenant_id, thread_id }: Pick<CommandContext, 'tenant_id' | 'thread_id'>,
    { scopes, authorize, configurable }: Caller,
    { id, method, params }: ProtocolCommand,
  ): Promise<CommandResponse> => {
    const context = { tenant_id, thread_id, configurable }
    try {
      const command = commands.get(method)
      if (command === undefined)
        throw new CommandError('unknown_command', `Unknown command ${method.slice(0, 100)}`)
      if (!scopes.has(command.scope))
        throw new CommandError('permission_denied', `This command requires the scope ${command.scope}`)
      const applied_through_seq = await getEndPosition(deps.runStore, deps.runEvents, context)
      const { value } = await authorize(toAuthAction(command, thread_id, params))
      const createsRun = command.scope === 'write'
      const result = await command.execute(
        context,
        createsRun ? { ...params, metadata: value['metadata'] } : params,
      )
      return { type: 'success', id, result, meta: { thread_id, applied_through_seq } }
    } catch (error) {
      const commandError = toCommandError(error)
      if (commandError === undefined) throw error
      const applied_through_seq = await getEndPosition(deps.runStore, deps.runEvents, context)
      return toErrorResponse(id, commandError, { thread_id, applied_through_seq })
    }
  }
}

export type Commands = ReturnType<typeof makeCommands>

const makeUnsupportedCommand = (message: string): Command => ({
  scope: 'read',
  execute: () => Promise.reject(new CommandError('not_supported', message)),
})
