/**
 * Entry point of the project thread, which runs the project's `auth` and `http.app`. It holds no state, so its code may loop forever,
 * exit or run out of memory: the main thread notices that the heartbeat stops and replaces the thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { startHeartbeat } from '../threads/heartbeat.js'
import { loadExport } from '../load-export.js'
import { describeLoadError } from '../loading/describe-load-error.js'
import { LoadError } from '../loading/load-error.js'
import type { LoadProblem } from '../loading/load-problem.js'
import { trackFiles } from '../loading/track-files.js'
import { registerSdkLogger } from '../sdk-logger.js'
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

registerSdkLogger((line) => {
  post({ type: 'log', ...line })
})

// An unhandled rejection in the project's code must not end the thread.
process.on('unhandledRejection', () => undefined)

const reportFiles = options.reportsFiles
  ? trackFiles((targets) => {
      post({ type: 'watch', targets })
    })
  : () => undefined

const loadAuth = async (exportPath: string) => {
  const { exported, file, name } = await loadExport(options.folder, exportPath, 'auth.path')
  if (!isAuth(exported))
    throw new LoadError(
      `the export ${name} of ${file} is not an Auth`,
      'export an Auth of @langchain/langgraph-sdk/auth',
    )
  return exported
}

const serveApp = async (exportPath: string) => {
  const { exported, file, name } = await loadExport(options.folder, exportPath, 'http.app')
  const app = wrapApp(exported, options.loopbackSocket)
  if (app === undefined)
    throw new LoadError(
      `the export ${name} of ${file} has no fetch(request)`,
      'export a Hono app, or an object with fetch(request)',
    )
  await listen(app.fetch, options.appSocket)
  return app.routes
}

const problems: LoadProblem[] = []
/** Resolves to undefined if the code cannot be loaded, so that all problems are found. */
const load = async <T>(subject: string, exportPath: string, loadCode: (path: string) => Promise<T>) => {
  try {
    return await loadCode(exportPath)
  } catch (error) {
    const { folder, configFile } = options
    problems.push(await describeLoadError(error, { subject, exportPath, folder, configFile }))
    return undefined
  } finally {
    reportFiles()
  }
}

const start = async (): Promise<void> => {
  const { authPath, appPath } = options
  const auth = authPath === null ? undefined : await load('auth.path', authPath, loadAuth)
  const routes = appPath === null ? [] : await load('http.app', appPath, serveApp)
  if (routes === undefined || problems.length > 0) {
    post({ type: 'failed', problems })
    return
  }

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
  // Thrown outside of the promise, because unhandled rejections are ignored.
  setImmediate(() => {
    throw error
  })
})
