/** Starts the service with the benchmark graphs and a new SQLite database. */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { makeTemporaryFolder, type Defer } from './cleanup.js'
import { startServer, type ServerProcess } from './server-process.js'

export const startHeddle = async (
  { service, project }: Programs,
  defer: Defer,
  env: Record<string, string> = {},
): Promise<ServerProcess> => {
  const server = await startServer(service, {
    DATABASE_URL: `sqlite:${makeTemporaryFolder(defer)}/heddle.db`,
    LANGGRAPH_JSON: join(project, 'langgraph.json'),
    ...env,
  })
  defer(server.stop)
  return server
}
