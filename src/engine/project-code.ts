/**
 * The code of the project: its graphs in the executor threads, its auth and its app in the project thread. It is loaded at start and at
 * every reload, before it is used.
 */
import type { Project } from '../project/read-project.js'
import type { GraphState } from '../schema/system.js'
import type { LoadProblem } from './loading/load-problem.js'
import type { WatchTarget } from './loading/watch-target.js'
import type { ExecutorPool, PreparedCode } from './threads/executor-pool.js'
import type { ProjectHost } from './threads/project-host.js'

interface Deps {
  project: Project | null
  executors: ExecutorPool
  host: ProjectHost
}

export interface ReloadResult {
  /** False if the previous code stays in use, because the new code has a problem. */
  isUsed: boolean
  problems: LoadProblem[]
}

export type ProjectCode = ReturnType<typeof makeProjectCode>

export const makeProjectCode = ({ project, executors, host }: Deps) => {
  const states = new Map<string, GraphState>()
  for (const graphId of Object.keys(project?.graphs ?? {})) states.set(graphId, 'pending')

  const use = async ({ problems, use: useCode }: PreparedCode): Promise<void> => {
    await useCode()
    states.clear()
    for (const [graphId, problem] of problems) states.set(graphId, problem === null ? 'loaded' : 'failed')
  }

  return {
    /** Loads everything and returns what is wrong. The rest of the project works. */
    async load(): Promise<LoadProblem[]> {
      if (project === null) return host.start()
      const [hostProblems, code] = await Promise.all([host.start(), executors.prepare(project)])
      await use(code)
      return [...hostProblems, ...listProblems(code)]
    },

    /** Changed code is not used if something that works now would stop working. */
    async reload(changed: Project): Promise<ReloadResult> {
      const code = await executors.prepare(changed)
      const problems = listProblems(code)
      const broken = [...code.problems]
        .filter(([graphId, problem]) => problem !== null && isWorking(states.get(graphId)))
        .map(([graphId]) => graphId)
      if (broken.length > 0) {
        await code.discard()
        for (const graphId of broken) states.set(graphId, 'outdated')
        return { isUsed: false, problems }
      }
      const hostProblems = await host.replace(changed)
      problems.push(...hostProblems)
      if (hostProblems.length > 0 && host.isRunning) {
        await code.discard()
        return { isUsed: false, problems }
      }
      await use(code)
      return { isUsed: true, problems }
    },

    getGraphStates: (): Record<string, GraphState> => Object.fromEntries(states),

    /** The files of the project that were loaded or not found. */
    getWatchTargets: (): WatchTarget[] => [...executors.watchTargets, ...host.watchTargets],

    /** `listener` is called when further files have been loaded, for example by an import in a node. */
    onFilesLoaded(listener: () => void): void {
      executors.onFilesLoaded = listener
      host.onFilesLoaded = listener
    },
  }
}

const isWorking = (state: GraphState | undefined): boolean => state === 'loaded' || state === 'outdated'

const listProblems = ({ problems }: PreparedCode): LoadProblem[] =>
  [...problems.values()].filter((problem) => problem !== null)
