/**
 * The schemas of the types of the project's graphs. They are extracted once, with the first request that needs them;
 * requests that arrive meanwhile share the extraction. They stay valid until the project is reloaded.
 */
import type { Logger } from '../../platform/log.js'
import type { Project } from '../../project/read-project.js'
import type { AssistantDefinition } from '../graphs/graph-deps.js'
import { findGraphSource } from './graph-source.js'
import type { GraphSource, TypeSchemas } from './protocol.js'
import { SchemaThread } from './schema-thread.js'

/** A request does not wait longer; later ones get the schemas. */
const WAIT_MS = 30_000
const TYPESCRIPT = /\.[cm]?tsx?$/

type GraphReference = Pick<AssistantDefinition, 'graph_id' | 'graph_schema'>

export class TypeSchemaCache {
  readonly #thread = new SchemaThread()
  #schemas = new Map<string, Promise<TypeSchemas | undefined>>()
  /** Counts the reloads of the project. */
  generation = 0

  constructor(
    private project: Project | null,
    private readonly log: Logger,
    private readonly waitMs = WAIT_MS,
  ) {}

  hasGraph(assistant: GraphReference): boolean {
    return findGraphSource(this.project, assistant) !== undefined
  }

  /** Undefined if the graph has no types, if they cannot be read, or if reading them takes too long. */
  async find(assistant: GraphReference): Promise<TypeSchemas | undefined> {
    const source = findGraphSource(this.project, assistant)
    if (source === undefined) return undefined
    const { graph_id } = assistant
    const extraction = this.#schemas.get(graph_id) ?? this.#extract(graph_id, source)
    this.#schemas.set(graph_id, extraction)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.waitMs, undefined)
    })
    try {
      return await Promise.race([extraction, timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  async replace(project: Project): Promise<void> {
    this.project = project
    this.generation++
    this.#schemas = new Map()
    await this.#thread.stop()
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }

  async #extract(graph_id: string, source: GraphSource): Promise<TypeSchemas | undefined> {
    try {
      if (!TYPESCRIPT.test(source.path)) throw new Error('the graph is not written in TypeScript')
      return await this.#thread.extract(source)
    } catch (error) {
      this.log.info(
        { graph_id, reason: (error as Error).message },
        'the types of a graph cannot be read, its schemas contain only the names of its channels',
      )
      return undefined
    }
  }
}
