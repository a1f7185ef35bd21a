/** Commands of the protocol, whatever way they come. */
import { endOf } from '../../../langgraph/protocol/thread-position.js'
import type { Scope } from '../../../schema/api-key.js'
import type { JsonObject } from '../../../schema/common.js'
import type { ProtocolCommand } from '../../../schema/langgraph-protocol.js'
import type { Deed, Granted } from '../authorize.js'
import { runValue } from '../auth-scope.js'
import { Refusal, refuse, toRefusal, type Answer } from './command-response.js'
import { makeRunCommands, type Place, type RunCommandParts } from './run-commands.js'
import { makeStateCommands, type StateCommandParts } from './state-commands.js'

export type CommandParts = RunCommandParts & StateCommandParts

interface Command {
  scope: Scope
  act: (place: Place, params: JsonObject | undefined) => Promise<JsonObject>
}

/** Who sends it. */
export interface Caller {
  scopes: ReadonlySet<Scope>
  /** Asks the project's auth, where there is one. */
  authorise: (deed: Deed) => Promise<Granted>
  /** What runs are told of the request. */
  configurable: JsonObject
}

const deedOf = ({ scope }: Command, thread_id: string, params: JsonObject = {}): Deed =>
  scope === 'write'
    ? { resource: 'threads', action: 'create_run', value: runValue(params, thread_id) }
    : { resource: 'threads', action: 'read', value: { thread_id } }

export const makeCommands = (parts: CommandParts) => {
  const runs = makeRunCommands(parts)
  const states = makeStateCommands(parts)
  const known = new Map<string, Command>([
    ['run.start', { scope: 'write', act: runs.start }],
    ['input.respond', { scope: 'write', act: runs.respond }],
    ['state.fork', { scope: 'write', act: runs.fork }],
    ['state.get', { scope: 'read', act: states.get }],
    ['state.listCheckpoints', { scope: 'read', act: states.listCheckpoints }],
    ['agent.getTree', { scope: 'read', act: states.getTree }],
    [
      'input.inject',
      unsupported('a running graph takes no messages; start another run, which waits for this one'),
    ],
    ...['subscription.subscribe', 'subscription.unsubscribe', 'subscription.reconnect'].map(
      (method) =>
        [method, unsupported('subscriptions need a WebSocket; over HTTP, POST to stream/events')] as const,
    ),
  ])

  /** Failures of ours are thrown. */
  return async (
    { tenant_id, thread_id }: Pick<Place, 'tenant_id' | 'thread_id'>,
    { scopes, authorise, configurable }: Caller,
    { id, method, params }: ProtocolCommand,
  ): Promise<Answer> => {
    const place = { tenant_id, thread_id, configurable }
    try {
      const command = known.get(method)
      if (command === undefined)
        throw new Refusal('unknown_command', `there is no command ${method.slice(0, 100)}`)
      if (!scopes.has(command.scope))
        throw new Refusal('permission_denied', `this needs the scope ${command.scope}`)
      const applied_through_seq = await endOf(parts.runStore, parts.runEvents, place)
      const { value } = await authorise(deedOf(command, thread_id, params))
      const isMade = command.scope === 'write'
      const result = await command.act(place, isMade ? { ...params, metadata: value['metadata'] } : params)
      return { type: 'success', id, result, meta: { thread_id, applied_through_seq } }
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal === undefined) throw error
      const applied_through_seq = await endOf(parts.runStore, parts.runEvents, place)
      return refuse(id, refusal, { thread_id, applied_through_seq })
    }
  }
}

export type Commands = ReturnType<typeof makeCommands>

const unsupported = (message: string): Command => ({
  scope: 'read',
  act: () => Promise.reject(new Refusal('not_supported', message)),
})
