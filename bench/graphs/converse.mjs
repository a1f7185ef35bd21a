// A conversation with a model of an OpenAI-compatible server, as most projects write it. The input names the model.
import { ChatOpenAI } from '@langchain/openai'
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ ...MessagesAnnotation.spec, model: Annotation() })

const models = new Map()

const getModel = (model) => {
  if (!models.has(model)) models.set(model, new ChatOpenAI({ model, streamUsage: true }))
  return models.get(model)
}

const callModel = async ({ messages, model }) => ({ messages: [await getModel(model).invoke(messages)] })

export const graph = new StateGraph(State)
  .addNode('call_model', callModel)
  .addEdge(START, 'call_model')
  .addEdge('call_model', END)
  .compile()
