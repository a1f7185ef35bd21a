/**
 * The entry point of the schema thread. Reading the types of a graph takes seconds and hundreds of megabytes, so it
 * happens neither in the main thread nor in an executor thread. The thread holds no state except parsed files.
 */
import { parentPort } from 'node:worker_threads'
import { extractSchemas } from './extract-schemas.js'
import type { ExtractionReply, ExtractionRequest } from './protocol.js'

if (parentPort === null) throw new Error('the schema extraction must be started as a worker thread')
const port = parentPort

const reply = ({ id, source }: ExtractionRequest): ExtractionReply => {
  try {
    return { id, schemas: extractSchemas(source) }
  } catch (error) {
    return { id, error: (error as Error).message }
  }
}

port.on('message', (request: ExtractionRequest) => {
  port.postMessage(reply(request))
})
