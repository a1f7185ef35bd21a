/** Entry point of a check thread. It runs one check at a time and holds no state except compiled criteria. */
import { parentPort } from 'node:worker_threads'
import type { CheckReply, CheckRequest } from './protocol.js'
import { runCheck } from './run-check.js'

if (parentPort === null) throw new Error('check-thread runs as a worker thread only')
const port = parentPort

const reply = async (request: CheckRequest): Promise<CheckReply> => {
  try {
    return { result: await runCheck(request) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

port.on('message', (request: CheckRequest) => {
  void reply(request).then((message) => port.postMessage(message))
})
