/** What a run that stopped to ask waits for, told from the interrupts of its graph. */
import type { RequiredAction } from '../schema/run.js'
import type { RequiredInterrupt } from './executor-protocol.js'

interface Asked {
  type?: unknown
  tool_calls?: RequiredAction['tool_calls']
}

const asksForTools = ({ value }: RequiredInterrupt): boolean =>
  (value as Asked | null)?.type === 'submit_tool_outputs'

/** Tool calls come first; whatever else the graph asked at the same time it asks again once they are answered. */
export const requiredAction = (interrupts: readonly RequiredInterrupt[]): RequiredAction => {
  const forTools = interrupts.filter(asksForTools)
  if (forTools.length > 0) {
    return {
      type: 'submit_tool_outputs',
      tool_calls: forTools.flatMap(({ value }) => (value as Asked).tool_calls ?? []),
      interrupts: forTools,
    }
  }
  return { type: 'human_input', interrupts: [...interrupts] }
}
