/**
 * One WebSocket of the protocol: commands come in and are answered in their order, and what the connection is subscribed to goes
 * out. There is one reading of the thread for all its subscriptions, so that events keep their order between them; a new
 * subscription makes it start again, and those that have seen what is read again are not told twice.
 */
import type { RawData, WebSocket } from 'ws'
import { makeProtocolConverter } from '../../../langgraph/protocol/convert-run.js'
import { getStartPosition } from '../../../langgraph/protocol/thread-position.js'
import { ThreadTail, type ThreadKey, type ThreadTailDeps } from '../../../langgraph/protocol/thread-tail.js'
import type { JsonObject } from '../../../schema/common.js'
import { ProtocolCommand, ReconnectParams, UnsubscribeParams } from '../../../schema/langgraph-protocol.js'
import type { ProtocolEvent } from '../../../langgraph/protocol/protocol-event.js'
import { parseJsonObject } from '../../http/json-body.js'
import { CommandError, toErrorResponse, toCommandError, type CommandResponse } from './command-response.js'
import type { Caller, Commands } from './commands.js'
import { makeParamsParser } from './parse-params.js'
import {
  createSubscriptionId,
  restoreFilter,
  parseSubscription,
  takeMatchingEvents,
  type Subscription,
} from './subscriptions.js'

export interface SocketDeps extends ThreadTailDeps {
  commands: Commands
  onError: (error: unknown) => void
}

interface Connection {
  socket: WebSocket
  thread: ThreadKey
  /** Asked for every command: keys are revoked, and limits reached, while a connection is open. */
  identifyCaller: () => Promise<Caller>
}

/** What may wait to be sent before no more is read. */
const MAX_BUFFERED_BYTES = 262_144
/** Commands that wait for those before them. */
const MAX_PENDING_COMMANDS = 100

const parseCommandParams = makeParamsParser(ProtocolCommand)
const parseUnsubscribeParams = makeParamsParser(UnsubscribeParams)
const parseReconnectParams = makeParamsParser(ReconnectParams)

export class ProtocolSocket {
  readonly #subscriptions = new Map<string, Subscription>()
  #tail: ThreadTail<ProtocolEvent> | undefined
  #lastCommand: Promise<void> = Promise.resolve()
  #pendingCommands = 0
  #blockedSince: number | undefined

  constructor(
    private readonly deps: SocketDeps,
    private readonly connection: Connection,
  ) {
    const { socket } = connection
    socket.on('message', (data) => {
      this.#enqueue(data)
    })
    socket.once('close', () => {
      this.#tail?.stop()
      this.#tail = undefined
    })
  }

  /** Since when the client has not read on; undefined: it does. */
  get blockedSince(): number | undefined {
    return this.#blockedSince
  }

  #enqueue(data: RawData): void {
    if (this.#pendingCommands >= MAX_PENDING_COMMANDS) {
      this.connection.socket.close(1013, 'too many commands at once')
      return
    }
    this.#pendingCommands++
    this.#lastCommand = this.#lastCommand
      .then(() => this.#handleMessage(data))
      .finally(() => {
        this.#pendingCommands--
      })
  }

  async #handleMessage(data: RawData): Promise<void> {
    let id: number | null = null
    try {
      const command = parseCommand(data)
      id = command.id
      const response = await this.#execute(command, await this.connection.identifyCaller())
      if (response !== undefined) this.#send(response)
    } catch (error) {
      const commandError = toCommandError(error)
      if (commandError === undefined) this.deps.onError(error)
      const message = error instanceof Error ? error.message : 'something went wrong here'
      this.#send(toErrorResponse(id, commandError ?? new CommandError('unknown_error', message)))
    }
  }

  /** Undefined: it has answered, because what follows must come after. */
  async #execute(command: ProtocolCommand, caller: Caller): Promise<CommandResponse | undefined> {
    const { id, method, params } = command
    const { thread } = this.connection
    if (method.startsWith('subscription.'))
      await caller.authorize({ resource: 'threads', action: 'read', value: { thread_id: thread.thread_id } })
    switch (method) {
      case 'subscription.subscribe': {
        const { filter, since } = parseSubscription(params)
        const lastSeq = since ?? (await this.#startPosition())
        const subscription = { id: createSubscriptionId(filter), filter, lastSeq }
        this.#send(this.#toSuccess(id, { subscription_id: subscription.id }))
        this.#subscriptions.set(subscription.id, subscription)
        this.#restartTail()
        return undefined
      }
      case 'subscription.unsubscribe': {
        const { subscription_id } = parseUnsubscribeParams(params)
        if (!this.#subscriptions.delete(subscription_id))
          throw new CommandError('no_such_subscription', 'there is no such subscription on this connection')
        if (this.#subscriptions.size === 0) this.#restartTail()
        return this.#toSuccess(id, {})
      }
      case 'subscription.reconnect': {
        const { last_event_id, subscriptions = [] } = parseReconnectParams(params)
        const lastSeq = last_event_id === undefined ? await this.#startPosition() : Number(last_event_id)
        const restoredSubscriptions = subscriptions.map((subscriptionId) => ({
          id: subscriptionId,
          filter: restoreFilter(subscriptionId),
          lastSeq,
        }))
        this.#send(this.#toSuccess(id, { restored: true }))
        for (const subscription of restoredSubscriptions)
          this.#subscriptions.set(subscription.id, subscription)
        this.#restartTail()
        return undefined
      }
      default:
        return this.deps.commands(thread, caller, command)
    }
  }

  #startPosition(): Promise<number> {
    return getStartPosition(this.deps.runStore, this.connection.thread)
  }

  #toSuccess(id: number, result: JsonObject): CommandResponse {
    return { type: 'success', id, result, meta: { thread_id: this.connection.thread.thread_id } }
  }

  /** From where the one that has seen least is. */
  #restartTail(): void {
    this.#tail?.stop()
    this.#tail = undefined
    if (this.#subscriptions.size === 0 || !this.#isOpen()) return
    const after = Math.min(...[...this.#subscriptions.values()].map(({ lastSeq }) => lastSeq))
    this.#tail = new ThreadTail(this.deps, {
      thread: this.connection.thread,
      makeConverter: makeProtocolConverter,
      after,
      write: (events) => {
        for (const event of takeMatchingEvents(this.#subscriptions.values(), events)) this.#send(event)
        return this.#blockedSince === undefined
      },
      // The client comes back for the rest.
      end: () => {
        this.connection.socket.close(1011, 'the store does not answer')
      },
    })
  }

  #isOpen(): boolean {
    return this.connection.socket.readyState === this.connection.socket.OPEN
  }

  #send(message: object): void {
    const { socket } = this.connection
    if (!this.#isOpen()) return
    socket.send(JSON.stringify(message), () => {
      if (this.#blockedSince === undefined || socket.bufferedAmount > MAX_BUFFERED_BYTES / 2) return
      this.#blockedSince = undefined
      this.#tail?.resume()
    })
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#blockedSince ??= performance.now()
  }
}

const parseCommand = (data: RawData): ProtocolCommand => {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  return parseCommandParams(parseJsonObject(bytes, 'the command') as JsonObject)
}
