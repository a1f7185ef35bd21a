/**
 * The main-thread side of the schema thread. It starts with the first extraction and ends when it is idle. One
 * extraction runs at a time; one that takes too long or too much memory ends the thread, and the next one starts
 * a new thread.
 */
import { Worker } from 'node:worker_threads'
import { resolveBuildFile } from '../../platform/package-root.js'
import { YOUNG_GENERATION_MB } from '../../platform/thread-limits.js'
import type { ExtractionReply, ExtractionRequest, GraphSource, TypeSchemas } from './protocol.js'

/** The types of LangGraph and a small graph take 300 MB (November 2026). */
const MEMORY_MB = 1_024
/** An extraction takes 1 to 8 seconds of processor time; the limit allows for a busy machine. */
const EXTRACTION_TIMEOUT_MS = 300_000
const IDLE_MS = 10_000

interface Job {
  request: ExtractionRequest
  resolve: (schemas: TypeSchemas) => void
  reject: (error: Error) => void
}

export class SchemaThread {
  readonly #queue: Job[] = []
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #lastId = 0

  /** Rejects if the schemas cannot be extracted. */
  extract(source: GraphSource): Promise<TypeSchemas> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request: { id: ++this.#lastId, source }, resolve, reject })
      if (this.#queue.length === 1) this.#startNext()
    })
  }

  async stop(): Promise<void> {
    for (const { reject } of this.#queue.splice(0)) reject(new Error('the service reloads or stops'))
    await this.#end()
  }

  #startNext(): void {
    clearTimeout(this.#timer)
    const [job] = this.#queue
    if (job === undefined) {
      this.#timer = setTimeout(() => void this.#end(), IDLE_MS).unref()
      return
    }
    this.#worker ??= this.#createWorker()
    this.#worker.postMessage(job.request)
    this.#timer = setTimeout(() => {
      this.#crash(`the extraction took longer than ${String(EXTRACTION_TIMEOUT_MS / 1000)} s`)
    }, EXTRACTION_TIMEOUT_MS).unref()
  }

  #createWorker(): Worker {
    const worker = new Worker(resolveBuildFile('schema-thread.js'), {
      execArgv: [],
      env: {},
      // The compiler writes warnings about the types of the project.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    worker.on('message', (reply: ExtractionReply) => {
      if (this.#worker === worker) this.#receive(reply)
    })
    worker.on('error', (error: Error) => {
      if (this.#worker === worker) this.#crash(error.message)
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#crash('the thread exited')
    })
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    return worker
  }

  #receive(reply: ExtractionReply): void {
    const job = this.#queue.shift()
    if ('schemas' in reply) job?.resolve(reply.schemas)
    else job?.reject(new Error(reply.error))
    this.#startNext()
  }

  #crash(reason: string): void {
    const job = this.#queue.shift()
    void this.#end()
    job?.reject(new Error(reason))
    this.#startNext()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}
