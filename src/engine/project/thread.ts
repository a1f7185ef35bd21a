/**
 * The project thread: code of a project that is no graph, its `auth` and its `http.app`. It holds nothing that matters. It may loop,
 * exit or eat its memory; the main thread sees that the beat stops, and replaces it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { startBeat } from '../threads/heartbeat.js'
import { loadExport } from '../load-export.js'
import { authenticate, authorise, isAuth } from './auth.js'
import type { Answer, FromProject, ProjectThreadOptions, ToProject } from './protocol.js'
import { listenFor, wrapApp } from './serve-app.js'

const options = workerData as ProjectThreadOptions
if (parentPort === null) throw new Error('project-thread runs as a worker thread only')
const port = parentPort
const shared = new Int32Array(options.shared)
const post = (message: FromProject): void => {
  port.postMessage(message)
}

// What the project leaves behind is its own affair; without this it would end the thread.
process.on('unhandledRejection', () => undefined)

const loadAuth = async (place: string) => {
  const { exported } = await loadExport(options.folder, place, 'auth.path')
  if (!isAuth(exported))
    throw new Error(`auth.path: ${place} is not an Auth of @langchain/langgraph-sdk/auth`)
  return exported
}

const serveApp = async (place: string) => {
  const { exported } = await loadExport(options.folder, place, 'http.app')
  const wrapped = wrapApp(exported, options.innerSocket)
  if (wrapped === undefined) throw new Error(`http.app: ${place} has no fetch(request)`)
  await listenFor(wrapped.fetch, options.appSocket)
  return wrapped.routes
}

const start = async (): Promise<void> => {
  const auth = options.authPath === null ? undefined : await loadAuth(options.authPath)
  const routes = options.appPath === null ? [] : await serveApp(options.appPath)

  const answerTo = async (message: ToProject): Promise<Answer> => {
    if (auth === undefined) return { broken: 'the project has no auth' }
    return message.type === 'authenticate'
      ? authenticate(auth, message.asked)
      : authorise(auth, message.question)
  }
  port.on('message', (message: ToProject) => {
    void answerTo(message).then((answer) => {
      post({ type: 'answer', id: message.id, answer })
    })
  })
  startBeat(shared)
  post({ type: 'ready', routes })
}

start().catch((error: unknown) => {
  post({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
})
