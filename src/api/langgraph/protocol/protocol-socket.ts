/**
 * One WebSocket connection of the agent streaming protocol. Commands are executed one after another, and events of the subscriptions
 * are sent. All subscriptions share one ThreadTail, which keeps the order of events across subscriptions. A new subscription restarts
 * the tail; subscriptions that have already received an event skip it by its sequence number.
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
  /** Called for every command, because keys may be revoked and rate limits reached while the connection is open. */
  identifyCaller: () => Promise<Caller>
}

/** With more buffered bytes than this, the thread is not read any further. */
const MAX_BUFFERED_BYTES = 262_144
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

  /** The time since which the send buffer is full; undefined if it is not. */
  get blockedSince(): number | undefined {
    return this.#blockedSince
  }

  #enqueue(data: RawData): void {
    if (this.#pendingCommands >= MAX_PENDING_COMMANDS) {
      this.connection.socket.close(1013, 'too many pending commands')
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
      const message = error instanceof Error ? error.message : 'Internal error'
      this.#send(toErrorResponse(id, commandError ?? new CommandError('unknown_error', message)))
    }
  }

  /** Returns undefined if the response was sent already, because events must follow it. */
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
          throw new CommandError('no_such_subscription', 'The subscription does not exist on this connection')
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

  /** Restarts the tail at the position of the subscription that is furthest behind. */
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
      // The client reconnects for the rest.
      end: () => {
        this.connection.socket.close(1011, 'the database does not respond')
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
