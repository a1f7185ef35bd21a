/**
 * One WebSocket of the protocol: commands come in and are answered in their order, and what the connection is subscribed to goes
 * out. There is one reading of the thread for all its subscriptions, so that events keep their order between them; a new
 * subscription makes it start again, and those that have seen what is read again are not told twice.
 */
import type { RawData, WebSocket } from 'ws'
import { tellProtocol } from '../../../langgraph/protocol/convert-run.js'
import { beginningOf } from '../../../langgraph/protocol/thread-position.js'
import { ThreadTail, type ThreadKey, type ThreadTailParts } from '../../../langgraph/protocol/thread-tail.js'
import type { JsonObject } from '../../../schema/common.js'
import { ProtocolCommand, ReconnectParams, UnsubscribeParams } from '../../../schema/langgraph-protocol.js'
import type { ProtocolEvent } from '../../../langgraph/protocol/protocol-event.js'
import { parseObject } from '../../http/json-body.js'
import { Refusal, refuse, toRefusal, type Answer } from './command-response.js'
import type { Caller, Commands } from './commands.js'
import { paramsOf } from './parse-params.js'
import {
  newSubscriptionId,
  restored,
  subscriptionFrom,
  wantedBy,
  type Subscription,
} from './subscriptions.js'

export interface SocketParts extends ThreadTailParts {
  commands: Commands
  failed: (error: unknown) => void
}

interface Connection {
  socket: WebSocket
  thread: ThreadKey
  /** Asked for every command: keys are revoked, and limits reached, while a connection is open. */
  admit: () => Promise<Caller>
}

/** What may wait to be sent before no more is read. */
const FULL = 262_144
/** Commands that wait for those before them. */
const MOST_WAITING = 100

const readCommand = paramsOf(ProtocolCommand)
const readUnsubscribe = paramsOf(UnsubscribeParams)
const readReconnect = paramsOf(ReconnectParams)

export class ProtocolSocket {
  readonly #subscriptions = new Map<string, Subscription>()
  #tail: ThreadTail<ProtocolEvent> | undefined
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #fullSince: number | undefined

  constructor(
    private readonly parts: SocketParts,
    private readonly connection: Connection,
  ) {
    const { socket } = connection
    socket.on('message', (data) => {
      this.#hear(data)
    })
    socket.once('close', () => {
      this.#tail?.stop()
      this.#tail = undefined
    })
  }

  /** Since when the client has not read on; undefined: it does. */
  get fullSince(): number | undefined {
    return this.#fullSince
  }

  #hear(data: RawData): void {
    if (this.#waiting >= MOST_WAITING) {
      this.connection.socket.close(1013, 'too many commands at once')
      return
    }
    this.#waiting++
    this.#last = this.#last
      .then(() => this.#answer(data))
      .finally(() => {
        this.#waiting--
      })
  }

  async #answer(data: RawData): Promise<void> {
    let id: number | null = null
    try {
      const command = commandIn(data)
      id = command.id
      const answer = await this.#actOn(command, await this.connection.admit())
      if (answer !== undefined) this.#send(answer)
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal === undefined) this.parts.failed(error)
      const message = error instanceof Error ? error.message : 'something went wrong here'
      this.#send(refuse(id, refusal ?? new Refusal('unknown_error', message)))
    }
  }

  /** Undefined: it has answered, because what follows must come after. */
  async #actOn(command: ProtocolCommand, caller: Caller): Promise<Answer | undefined> {
    const { id, method, params } = command
    const { thread } = this.connection
    if (method.startsWith('subscription.'))
      await caller.authorise({ resource: 'threads', action: 'read', value: { thread_id: thread.thread_id } })
    switch (method) {
      case 'subscription.subscribe': {
        const { filter, since } = subscriptionFrom(params)
        const seen = since ?? (await this.#beginning())
        const subscription = { id: newSubscriptionId(filter), filter, seen }
        this.#send(this.#success(id, { subscription_id: subscription.id }))
        this.#subscriptions.set(subscription.id, subscription)
        this.#readAgain()
        return undefined
      }
      case 'subscription.unsubscribe': {
        const { subscription_id } = readUnsubscribe(params)
        if (!this.#subscriptions.delete(subscription_id))
          throw new Refusal('no_such_subscription', 'there is no such subscription on this connection')
        if (this.#subscriptions.size === 0) this.#readAgain()
        return this.#success(id, {})
      }
      case 'subscription.reconnect': {
        const { last_event_id, subscriptions = [] } = readReconnect(params)
        const seen = last_event_id === undefined ? await this.#beginning() : Number(last_event_id)
        const all = subscriptions.map((one) => ({ id: one, filter: restored(one), seen }))
        this.#send(this.#success(id, { restored: true }))
        for (const one of all) this.#subscriptions.set(one.id, one)
        this.#readAgain()
        return undefined
      }
      default:
        return this.parts.commands(thread, caller, command)
    }
  }

  #beginning(): Promise<number> {
    return beginningOf(this.parts.runStore, this.connection.thread)
  }

  #success(id: number, result: JsonObject): Answer {
    return { type: 'success', id, result, meta: { thread_id: this.connection.thread.thread_id } }
  }

  /** From where the one that has seen least is. */
  #readAgain(): void {
    this.#tail?.stop()
    this.#tail = undefined
    if (this.#subscriptions.size === 0 || !this.#isOpen()) return
    const after = Math.min(...[...this.#subscriptions.values()].map(({ seen }) => seen))
    this.#tail = new ThreadTail(this.parts, {
      thread: this.connection.thread,
      telling: tellProtocol,
      after,
      write: (events) => {
        for (const event of wantedBy(this.#subscriptions.values(), events)) this.#send(event)
        return this.#fullSince === undefined
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
      if (this.#fullSince === undefined || socket.bufferedAmount > FULL / 2) return
      this.#fullSince = undefined
      this.#tail?.resume()
    })
    if (socket.bufferedAmount > FULL) this.#fullSince ??= performance.now()
  }
}

const commandIn = (data: RawData): ProtocolCommand => {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  return readCommand(parseObject(bytes, 'the command') as JsonObject)
}
