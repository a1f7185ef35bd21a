/** Starts the service with a new SQLite database. */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { makeTemporaryFolder, type Defer } from './cleanup.js'
import { startServer, type ServerProcess } from './server-process.js'

/** Serves the graphs of the benchmarks, and no other assistants. */
export const startHeddle = (
  programs: Programs,
  defer: Defer,
  env: Record<string, string> = {},
): Promise<ServerProcess> =>
  startWithAgent(programs, defer, { LANGGRAPH_JSON: join(programs.project, 'langgraph.json'), ...env })

/** Serves the built-in agent, which a service with a project does not. */
export const startWithAgent = async (
  { service }: Programs,
  defer: Defer,
  env: Record<string, string> = {},
): Promise<ServerProcess> => {
  const server = await startServer(service, {
    DATABASE_URL: `sqlite:${makeTemporaryFolder(defer)}/heddle.db`,
    ...env,
  })
  defer(server.stop)
  return server
}
