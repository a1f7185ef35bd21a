/**
 * Entry point of the project thread, which runs the project's `auth` and `http.app`. It holds no state, so its code may loop forever,
 * exit or run out of memory: the main thread notices that the heartbeat stops and replaces the thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { startHeartbeat } from '../threads/heartbeat.js'
import { loadExport } from '../load-export.js'
import { authenticate, authorize, isAuth } from './auth.js'
import type { AuthReply, FromProject, ProjectThreadOptions, ToProject } from './protocol.js'
import { listen, wrapApp } from './serve-app.js'

const options = workerData as ProjectThreadOptions
if (parentPort === null) throw new Error('project-thread runs as a worker thread only')
const port = parentPort
const shared = new Int32Array(options.shared)
const post = (message: FromProject): void => {
  port.postMessage(message)
}

// An unhandled rejection in the project's code must not end the thread.
process.on('unhandledRejection', () => undefined)

const loadAuth = async (exportPath: string) => {
  const { exported } = await loadExport(options.folder, exportPath, 'auth.path')
  if (!isAuth(exported))
    throw new Error(`auth.path: ${exportPath} is not an Auth of @langchain/langgraph-sdk/auth`)
  return exported
}

const serveApp = async (exportPath: string) => {
  const { exported } = await loadExport(options.folder, exportPath, 'http.app')
  const app = wrapApp(exported, options.loopbackSocket)
  if (app === undefined) throw new Error(`http.app: ${exportPath} has no fetch(request)`)
  await listen(app.fetch, options.appSocket)
  return app.routes
}

const start = async (): Promise<void> => {
  const auth = options.authPath === null ? undefined : await loadAuth(options.authPath)
  const routes = options.appPath === null ? [] : await serveApp(options.appPath)

  const handleMessage = async (message: ToProject): Promise<AuthReply> => {
    if (auth === undefined) return { failure: 'the project has no auth' }
    return message.type === 'authenticate'
      ? authenticate(auth, message.request)
      : authorize(auth, message.request)
  }
  port.on('message', (message: ToProject) => {
    void handleMessage(message).then((reply) => {
      post({ type: 'reply', id: message.id, reply })
    })
  })
  startHeartbeat(shared)
  post({ type: 'ready', routes })
}

start().catch((error: unknown) => {
  post({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
})
