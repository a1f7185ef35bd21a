/**
 * The nodes of the service. Nodes that share a database record a heartbeat in it every ten seconds; a single node shows itself and writes
 * nothing. A node that was killed is shown as lost for an hour.
 */
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { Role, ServiceNode, ServiceNodes } from '../../schema/node.js'
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
}

const HEARTBEAT_MS = 10_000
/** Three heartbeats. */
const ALIVE_MS = 30_000
const KEPT_MS = 3_600_000

export class NodeRegistry {
  readonly #startedAt: number
  #timer: NodeJS.Timeout | undefined
  #recording: Promise<void> = Promise.resolve()
  #isDraining = false

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
    this.#isDraining = true
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
    const others = isClustered ? (await nodes.list()).filter(({ node_id }) => node_id !== nodeId) : []
    const rows = [...others, this.#toRow()].sort((a, b) => a.started_at - b.started_at)
    return { data: rows.map((row) => toServiceNode(row, clock.now())) }
  }

  #record(): Promise<void> {
    const { nodes, clock } = this.deps
    this.#recording = nodes.put(this.#toRow(), clock.now() - KEPT_MS).catch((error: unknown) => {
      this.#warn(error)
    })
    return this.#recording
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
      draining: this.#isDraining ? 1 : 0,
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
  draining: row.draining === 1,
})
