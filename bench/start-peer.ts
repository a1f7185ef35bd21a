/** Starts LangGraph's development server (`langgraphjs dev`: in memory). By default it executes ten runs at a time. */
import type { Programs } from './build.js'
import { startServer, type ServerProcess } from './server-process.js'

export const startPeer = (
  { peer, project }: Programs,
  runsAtATime = 10,
  env: Record<string, string> = {},
): Promise<ServerProcess> =>
  startServer(
    peer,
    { LANGGRAPH_CLI_NO_ANALYTICS: '1', LANGSMITH_TRACING: 'false', LANGCHAIN_TRACING_V2: 'false', ...env },
    {
      cwd: project,
      args: (port) => [
        'dev',
        '--no-browser',
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--n-jobs-per-worker',
        String(runsAtATime),
      ],
    },
  )
