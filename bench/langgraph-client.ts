/**
 * Calls of the LangGraph API with large bodies, which would block a process that reads them from a raw socket. `fetch` is not used, because it takes
 * twice as long as node:http for a large response, which would count as time of the server.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** Returns the bytes of the response: decoding and parsing a large one would delay other measurements of this process. */
const post = async (port: number, path: string, body: string): Promise<Buffer> => {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const received = Buffer.concat(chunks)
  if (response.statusCode !== 200)
    throw new Error(`${path} responded ${response.statusCode}: ${received.toString('utf8', 0, 500)}`)
  return received
}

export const createThread = async (port: number): Promise<string> => {
  const threadId = randomUUID()
  await post(port, '/threads', JSON.stringify({ thread_id: threadId }))
  return threadId
}

/** Starts a run in a thread and waits for its result. `body` is JSON text. */
export const waitForRun = (port: number, threadId: string, body: string): Promise<Buffer> =>
  post(port, `/threads/${threadId}/runs/wait`, body)

/** Starts a run in a thread and returns its id. */
export const startRun = async (port: number, threadId: string, body: object): Promise<string> => {
  const response = await post(port, `/threads/${threadId}/runs`, JSON.stringify(body))
  return (JSON.parse(response.toString()) as { run_id: string }).run_id
}
