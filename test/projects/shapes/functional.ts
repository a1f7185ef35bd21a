import { entrypoint, getPreviousState, interrupt, task } from '@langchain/langgraph'

const writeEssay = task('writeEssay', async (topic: string) => `An essay about ${topic}`)

export const workflow = entrypoint('workflow', async ({ topic }: { topic: string }) => {
  const essay = await writeEssay(topic)
  const isApproved = interrupt({ essay, action: 'Approve or reject the essay' })
  return { essay, isApproved }
})

/** Returns a number instead of an object. */
export const counter = entrypoint({ name: 'counter' }, async ({ add }: { add: number }) => {
  const previous = getPreviousState<number>() ?? 0
  return entrypoint.final({ value: previous + add, save: previous + add })
})
