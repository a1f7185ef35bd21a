import { AIMessage } from '@langchain/core/messages'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { createHandoffTool, createSwarm } from '@langchain/langgraph-swarm'
import { callTool, ScriptedModel } from './lib/scripted-model.ts'

const alice = createReactAgent({
  llm: new ScriptedModel((messages) =>
    messages.at(-1)?.text.includes('Bob') ? callTool('transfer_to_bob') : new AIMessage('I am Alice.'),
  ),
  tools: [createHandoffTool({ agentName: 'bob' })],
  name: 'alice',
})

const bob = createReactAgent({
  llm: new ScriptedModel(() => new AIMessage('Ahoy, I am Bob.')),
  tools: [createHandoffTool({ agentName: 'alice' })],
  name: 'bob',
})

export const app = createSwarm({ agents: [alice, bob], defaultActiveAgent: 'alice' }).compile()
