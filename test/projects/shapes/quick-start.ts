import { createAgent, tool } from 'langchain'
import { z } from 'zod'
import { RuleModel } from '../src/model.ts'

const getWeather = tool(({ city }) => `It's always sunny in ${city}!`, {
  name: 'weather',
  description: 'Get the weather for a given city',
  schema: z.object({ city: z.string() }),
})

export const agent = createAgent({
  model: new RuleModel(),
  tools: [getWeather],
  systemPrompt: 'You are a helpful assistant.',
})
