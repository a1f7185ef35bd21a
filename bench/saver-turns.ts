/**
 * Takes the turns of a conversation with one of LangGraph's checkpoint savers, without a server. Prints the measurements.
 *
 *   node saver-turns.js <graph file> <sqlite:file or postgres:// URL> <turns>
 */
import { pathToFileURL } from 'node:url'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { makeReply, makeUserMessage, measureConversation, type TakeTurn } from './conversation.js'
import { openForSaver } from './saver-sqlite.js'
import { measurePostgres, measureSqlite, type TableSizes } from './table-sizes.js'

interface Backend {
  saver: BaseCheckpointSaver
  measure: () => Promise<TableSizes>
  close: () => Promise<void> | void
}

interface Graph {
  invoke(input: object, config: object): Promise<{ messages: { content: string }[] }>
}

interface Builder {
  compile(options: { checkpointer: BaseCheckpointSaver }): Graph
}

const [graphFile = '', url = '', turns] = process.argv.slice(2)

const openSqlite = (file: string): Backend => {
  const db = openForSaver(file)
  const saver = new SqliteSaver(db)
  return { saver, measure: () => Promise.resolve(measureSqlite(file)), close: () => db.close() }
}

const openPostgres = async (): Promise<Backend> => {
  const saver = PostgresSaver.fromConnString(url)
  await saver.setup()
  return { saver, measure: () => measurePostgres(url), close: () => saver.end() }
}

const backend = url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : await openPostgres()
const { builder } = (await import(pathToFileURL(graphFile).href)) as { builder: Builder }
const graph = builder.compile({ checkpointer: backend.saver })
let conversations = 0

const startConversation = (): Promise<TakeTurn> => {
  const config = { configurable: { thread_id: `conversation ${++conversations}` } }
  return Promise.resolve(async (turn) => {
    const input = { messages: [{ role: 'user', content: makeUserMessage(turn) }] }
    const { messages } = await graph.invoke(input, config)
    return () => {
      if (messages.length !== 2 * turn || messages.at(-1)?.content !== makeReply(turn))
        throw new Error(`turn ${turn}: unexpected messages`)
    }
  })
}

const conversation = await measureConversation(Number(turns), startConversation, backend.measure)
await backend.close()
process.stdout.write(JSON.stringify(conversation))
