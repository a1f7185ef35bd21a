import { createDeepAgent } from 'deepagents'
import { tool } from 'langchain'
import { z } from 'zod'
import { RuleModel } from '../src/model.ts'

const weather = tool(({ city }) => `It is sunny in ${city}.`, {
  name: 'weather',
  description: 'Get the weather for a given city',
  schema: z.object({ city: z.string() }),
})

export const agent = createDeepAgent({
  model: new RuleModel(),
  tools: [weather],
  systemPrompt: 'You are an expert researcher.',
  subagents: [{ name: 'critic', description: 'Critiques a text', systemPrompt: 'You are a critic.' }],
})
