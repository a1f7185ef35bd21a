/** Calls of the LangGraph API with large bodies, which would block a process that reads them from a raw socket. */
import { randomUUID } from 'node:crypto'

/** Returns the text of the response, because parsing a large one would delay other measurements of this process. */
const post = async (port: number, path: string, body: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text.slice(0, 500)}`)
  return text
}

export const createThread = async (port: number): Promise<string> => {
  const threadId = randomUUID()
  await post(port, '/threads', JSON.stringify({ thread_id: threadId }))
  return threadId
}

/** Starts a run in a thread and waits for its result. `body` is JSON text. */
export const waitForRun = (port: number, threadId: string, body: string): Promise<string> =>
  post(port, `/threads/${threadId}/runs/wait`, body)

/** Starts a run in a thread and returns its id. */
export const startRun = async (port: number, threadId: string, body: object): Promise<string> => {
  const text = await post(port, `/threads/${threadId}/runs`, JSON.stringify(body))
  return (JSON.parse(text) as { run_id: string }).run_id
}
