/** Starts LangGraph's development server (`langgraphjs dev`: in memory, ten workers). */
import type { Programs } from './build.js'
import { startServer, type ServerProcess } from './server-process.js'

export const startPeer = ({ peer, project }: Programs): Promise<ServerProcess> =>
  startServer(
    peer,
    { LANGGRAPH_CLI_NO_ANALYTICS: '1', LANGSMITH_TRACING: 'false', LANGCHAIN_TRACING_V2: 'false' },
    {
      cwd: project,
      args: (port) => ['dev', '--no-browser', '--host', '127.0.0.1', '--port', String(port)],
    },
  )
