/** A project whose graph `talker` streams a text that is unique to the run, one character per token. */
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { makeProject, type GraphProject } from './graph-project.js'

const getSource = (tokens: number): string => `
  import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
  import { FakeListChatModel } from '@langchain/core/utils/testing'

  const talk = async (_, { configurable }) => {
    const text = configurable.run_id.repeat(100).slice(0, ${String(tokens)})
    return { messages: [await new FakeListChatModel({ responses: [text], sleep: 1 }).invoke('talk')] }
  }
  export const graph = new StateGraph(MessagesAnnotation)
    .addNode('talk', talk)
    .addEdge(START, 'talk')
    .addEdge('talk', END)
    .compile()
`

export const makeTalkerProject = (tokens: number): GraphProject => makeProject({ talker: getSource(tokens) })

export const TALKER_ID = builtInAssistantId('talker')
