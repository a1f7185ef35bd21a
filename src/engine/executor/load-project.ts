/** Loads the graphs of a project once, before they are used, and reports what is wrong with them. */
import { setImmediate } from 'node:timers/promises'
import { loadCodeGraph } from '../graphs/code-graph.js'
import { describeLoadError } from '../loading/describe-load-error.js'
import { trackFiles } from '../loading/track-files.js'
import { onTypeScriptWarning } from '../loading/typescript.js'
import type { ExecutorOptions, ExecutorProject, FromExecutor } from '../threads/executor-protocol.js'

/** Must be called before any code of the project is loaded. */
export const makeProjectLoader = (
  { project, reportsFiles }: ExecutorOptions,
  post: (message: FromExecutor) => void,
): ((graphIds: string[]) => Promise<void>) => {
  onTypeScriptWarning((message) => {
    post({ type: 'project_warning', message })
  })
  const reportFiles =
    project === null || !reportsFiles
      ? () => undefined
      : trackFiles((targets) => {
          post({ type: 'watch', targets })
        })
  return async (graphIds) => {
    if (project === null) return
    // One after the other: if the code of a graph ends the thread, the first graph without a result is the one that did it.
    for (const graphId of graphIds) {
      const problem = await findProblem(project, graphId)
      reportFiles()
      post({ type: 'graph_loaded', graphId, problem })
      // Sends the message before the next graph may end the thread. Since Node 22, imports do not wait for the event loop.
      await setImmediate()
    }
  }
}

const findProblem = async (project: ExecutorProject, graphId: string) => {
  try {
    await loadCodeGraph(project, graphId)
    return null
  } catch (error) {
    return describeLoadError(error, {
      subject: `graph ${graphId}`,
      exportPath: project.graphs[graphId] ?? '',
      folder: project.folder,
      configFile: project.file,
    })
  }
}
