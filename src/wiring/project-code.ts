/** Composes what loads and runs the code of a project: executor threads, the project thread, its UI and the schemas of its graphs. */
import type { Config } from '../config.js'
import { DEFAULT_TENANT } from '../domain/api-keys.js'
import type { Assistants } from '../domain/assistants.js'
import { makeExecutorPool, makeProjectHost } from '../engine/engine.js'
import { makeProjectCode, type ReloadResult } from '../engine/project-code.js'
import { TypeSchemaCache } from '../engine/schemas/type-schemas.js'
import { UiBundles } from '../engine/ui/ui-bundles.js'
import type { Logger } from '../platform/log.js'
import type { Project } from '../project/read-project.js'
import { makeServedGraphs } from './served-graphs.js'

interface Deps {
  config: Config
  project: Project | null
  log: Logger
  /** True: the files that the project loads are reported. */
  reportsFiles: boolean
}

export const wireProjectCode = (deps: Deps) => {
  const { config, project, log } = deps
  const host = makeProjectHost(deps)
  const executors = makeExecutorPool(deps)
  return {
    host,
    executors,
    projectCode: makeProjectCode({ project, executors, host }),
    ui: new UiBundles({ project, memoryMb: config.EXECUTOR_MEMORY_MB, log }),
    typeSchemas: new TypeSchemaCache(project, log),
    servedGraphs: makeServedGraphs(config, project),
  }
}

type ReloadDeps = Pick<
  ReturnType<typeof wireProjectCode>,
  'projectCode' | 'ui' | 'typeSchemas' | 'servedGraphs'
> & { assistants: Assistants }

/** Replaces the project after a change of langgraph.json or of its code, unless the new code breaks what works. */
export const makeReload =
  ({ projectCode, ui, typeSchemas, servedGraphs, assistants }: ReloadDeps) =>
  async (changedProject: Project): Promise<ReloadResult> => {
    ui.replace(changedProject)
    const result = await projectCode.reload(changedProject)
    if (result.isUsed) {
      servedGraphs.replace(changedProject)
      await assistants.ensureBuiltIn(DEFAULT_TENANT)
      await typeSchemas.replace(changedProject)
    }
    return result
  }
