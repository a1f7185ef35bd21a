import { Annotation, MessagesAnnotation, StateGraph } from '@langchain/langgraph'
// @ts-expect-error The file does not exist, so the type is unknown.
import type { Missing } from './missing.js'
import type { Page, Status, Ticket } from './types.js'

interface Email {
  to: string
}

interface Call {
  number: string
  ended?: boolean
}

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  topic: Annotation<string>,
  /** Appended by every node. */
  notes: Annotation<string[], string | string[]>({
    reducer: (left, right) => left.concat(right),
    default: () => [],
  }),
  count: Annotation<number>({ reducer: (left, right) => left + right, default: () => 0 }),
  tickets: Annotation<Page<Ticket>>,
  status: Annotation<Status | undefined>,
  contact: Annotation<Call | Email | null>,
  position: Annotation<[x: number, y: number]>,
  anything: Annotation<any>,
  unknown: Annotation<unknown>,
  missing: Annotation<Missing>,
  run: Annotation<(text: string) => Promise<symbol>>,
})

const Config = Annotation.Root({
  model: Annotation<'small' | 'large'>,
  limit: Annotation<number | undefined>,
})

export const graph = new StateGraph(State, Config)
  .addNode('work', (_state, config) => ({ topic: config.configurable?.model ?? '' }))
  .addEdge('__start__', 'work')
  .compile()
