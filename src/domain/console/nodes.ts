/**
 * The nodes of the service. Nodes that share a database record a heartbeat in it every ten seconds; a single node shows itself and writes
 * nothing. A node that was killed is shown as lost for an hour.
 */
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { Role, ServiceNode, ServiceNodes } from '../../schema/node.js'
import { notFound } from '../../errors.js'
import type { Statement } from '../../store/sql/statement.js'
import type { NodeRow, NodeStore } from '../../store/nodes/nodes.js'
import { toIso } from '../row-mappers.js'

interface Deps {
  nodes: NodeStore
  clock: Clock
  log: Logger
  nodeId: string
  version: string
  role: Role
  isClustered: boolean
  getLoad: () => { executing: number; threads: number }
  /** Makes the worker of this node claim runs, or not. */
  setPaused: (isPaused: boolean) => void
}

const HEARTBEAT_MS = 10_000
/** Three heartbeats. */
const ALIVE_MS = 30_000
const KEPT_MS = 3_600_000

export class NodeRegistry {
  readonly #startedAt: number
  #timer: NodeJS.Timeout | undefined
  #recording: Promise<void> = Promise.resolve()
  #isStopping = false
  /** A person asked this node to take no more runs. */
  #isDrained = false

  constructor(private readonly deps: Deps) {
    this.#startedAt = deps.clock.now()
  }

  async start(): Promise<void> {
    if (!this.deps.isClustered) return
    this.#timer = setInterval(() => void this.#record(), HEARTBEAT_MS).unref()
    await this.#record()
  }

  /** Shows the node as stopping. */
  async drain(): Promise<void> {
    this.#isStopping = true
    if (this.#timer !== undefined) await this.#record()
  }

  async stop(): Promise<void> {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    await this.#recording
    await this.deps.nodes.remove(this.deps.nodeId).catch((error: unknown) => {
      this.#warn(error)
    })
  }

  /** The figures of this node are current; those of others are as old as their heartbeat. */
  async list(): Promise<ServiceNodes> {
    const { nodes, nodeId, isClustered, clock } = this.deps
    const stored = isClustered ? await nodes.list() : []
    const others = stored.filter(({ node_id }) => node_id !== nodeId)
    // A request that another node has received is read with the next heartbeat.
    const drain_requested_at = stored.find(({ node_id }) => node_id === nodeId)?.drain_requested_at ?? null
    const rows = [...others, { ...this.#toRow(), drain_requested_at }].sort(
      (a, b) => a.started_at - b.started_at,
    )
    return { data: rows.map((row) => toServiceNode(row, clock.now())) }
  }

  /**
   * Makes a node take no more runs, or take runs again. Another node reads the request with its next heartbeat. It lasts until the node
   * stops: a node that starts again takes runs.
   */
  async setDrained(
    node_id: string,
    isDrained: boolean,
    auditStatements: () => Statement[],
  ): Promise<ServiceNode> {
    const { nodes, nodeId, isClustered, clock } = this.deps
    const isOwn = node_id === nodeId
    if (!isOwn && !isClustered) throw notFound('Node', node_id)
    if (isClustered) {
      const row = await nodes.setDrain(node_id, isDrained ? clock.now() : null, auditStatements())
      if (row === undefined) throw notFound('Node', node_id)
      if (!isOwn) return toServiceNode(row, clock.now())
    }
    this.#applyDrain(isDrained)
    return toServiceNode(this.#toRow(), clock.now())
  }

  #applyDrain(isDrained: boolean): void {
    if (isDrained === this.#isDrained) return
    this.#isDrained = isDrained
    this.deps.setPaused(isDrained)
    this.deps.log.info(isDrained ? 'this node takes no more runs' : 'this node takes runs again')
  }

  #record(): Promise<void> {
    this.#recording = this.#putAndReadDrain().catch((error: unknown) => {
      this.#warn(error)
    })
    return this.#recording
  }

  async #putAndReadDrain(): Promise<void> {
    const { nodes, nodeId, clock } = this.deps
    await nodes.put(this.#toRow(), clock.now() - KEPT_MS)
    this.#applyDrain(await nodes.isDrainRequested(nodeId))
  }

  #warn(error: unknown): void {
    this.deps.log.warn({ err: error }, 'recording the state of this node failed')
  }

  #toRow(): NodeRow {
    const { nodeId, version, role, clock, getLoad } = this.deps
    return {
      node_id: nodeId,
      version,
      role,
      started_at: this.#startedAt,
      heartbeat_at: clock.now(),
      ...getLoad(),
      draining: this.#isStopping || this.#isDrained ? 1 : 0,
      drain_requested_at: null,
    }
  }
}

const toServiceNode = (row: NodeRow, now: number): ServiceNode => ({
  id: row.node_id,
  node_id: row.node_id,
  version: row.version,
  role: row.role,
  since: toIso(row.started_at),
  heartbeat_at: toIso(row.heartbeat_at),
  is_alive: now - row.heartbeat_at <= ALIVE_MS,
  executing: row.executing,
  threads: row.threads,
  // Another node may not have read the request yet.
  draining: row.draining === 1 || row.drain_requested_at !== null,
})
