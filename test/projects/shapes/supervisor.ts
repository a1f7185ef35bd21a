import { AIMessage } from '@langchain/core/messages'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { createSupervisor } from '@langchain/langgraph-supervisor'
import { callTool, ScriptedModel } from './lib/scripted-model.ts'

const math = createReactAgent({
  llm: new ScriptedModel(() => new AIMessage('The sum is 4.')),
  tools: [],
  name: 'math_expert',
  prompt: 'You are a math expert.',
})

const supervisor = new ScriptedModel((messages) =>
  messages.some((message) => message.text === 'The sum is 4.')
    ? new AIMessage('Our expert says: 4.')
    : callTool('transfer_to_math_expert'),
)

export const app = createSupervisor({
  agents: [math],
  llm: supervisor,
  prompt: 'You are a team supervisor.',
}).compile()
