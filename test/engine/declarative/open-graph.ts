/** What declarative graphs run with in tests: scripted models and tools, real LangGraph and real HTTP. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { tool, type StructuredToolInterface } from '@langchain/core/tools'
import { Command, MemorySaver } from '@langchain/langgraph'
import { agentGraph } from '../../../src/engine/graphs/agent.js'
import { compileDeclarative } from '../../../src/engine/graphs/declarative/compile.js'
import { makeOutput } from '../../../src/engine/graphs/declarative/output.js'
import type {
  AssistantDefinition,
  GraphParts,
  ModelSettings,
  ToolSet,
} from '../../../src/engine/graphs/graph-deps.js'
import type { JsonObject } from '../../../src/schema/common.js'

type Answer = string | AIMessage | Error
export type Script = (
  text: string,
  messages: BaseMessage[],
  signal: AbortSignal | undefined,
) => Answer | Promise<Answer>

/** Answers by the last message of the conversation, and remembers what it was asked. */
export class ScriptedModel extends BaseChatModel {
  readonly asked: BaseMessage[][] = []
  readonly bound: unknown[] = []

  constructor(private readonly script: Script) {
    super({})
  }

  override _llmType(): string {
    return 'scripted'
  }

  override bindTools(tools: unknown[], options?: object) {
    this.bound.push({ tools, ...options })
    return this as never
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    _run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    this.asked.push(messages)
    const answer = await this.script(messages.at(-1)?.text ?? '', messages, options.signal)
    if (answer instanceof Error) throw answer
    const message = typeof answer === 'string' ? new AIMessage(answer) : answer
    return { generations: [{ text: message.text, message }] }
  }

  get prompts(): string[] {
    return this.asked.map((messages) => messages.at(-1)?.text ?? '')
  }
}

export const callingTools = (...calls: { id: string; name: string; args: JsonObject }[]): AIMessage =>
  new AIMessage({ content: '', tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' })) })

/** A tool that runs here. */
export const serverTool = (name: string, run: (args: JsonObject) => unknown): StructuredToolInterface =>
  tool(async (args: unknown) => run(args as JsonObject), {
    name,
    description: name,
    schema: { type: 'object', properties: {}, additionalProperties: true },
  })

interface Options {
  script?: Script
  tools?: StructuredToolInterface[]
  assistants?: Partial<AssistantDefinition>[]
  config?: JsonObject
}

const isFunction = (definition: unknown): definition is { function: { name: string } } =>
  typeof definition === 'object' && definition !== null && 'function' in definition

/** Strings name tools of the test; definitions of functions are the client's. */
const openTools = (known: StructuredToolInterface[], definitions: readonly unknown[]): ToolSet => {
  const server = known.filter(({ name }) => definitions.includes(name))
  const client = definitions.filter(isFunction).map((definition) => definition.function.name)
  return {
    definitions: [...server.map(({ name }) => name), ...client].map((name) => ({
      type: 'function',
      function: { name, description: name, parameters: { type: 'object' } },
    })),
    server: new Map(server.map((found) => [found.name, found])),
    client: new Set(client),
  }
}

export const openGraph = async (
  graphSchema: JsonObject,
  { script = () => 'ok', tools = [], assistants = [], config = {} }: Options = {},
) => {
  const model = new ScriptedModel(script)
  const settings: ModelSettings[] = []
  const parts: GraphParts = {
    chatModel: async (wanted) => {
      settings.push(wanted)
      return model
    },
    clearCall: async ({ args }) => ({ args }),
    openTools: async (definitions) => openTools(tools, definitions),
    assistant: (id) => {
      const found = assistants.find(({ assistant_id }) => assistant_id === id)
      return found && { assistant_id: id, graph_id: 'agent', config: {}, graph_schema: {}, ...found }
    },
    fetch,
  }
  const graph = await compileDeclarative(graphSchema, parts, config, { agentGraph })
  graph.checkpointer = new MemorySaver()
  const output = makeOutput(graphSchema)
  const thread = { configurable: { thread_id: 'thread' } }

  const outcomeOf = (values: JsonObject) => {
    const { __interrupt__: open = [], ...rest } = values as {
      __interrupt__?: { id: string; value: JsonObject }[]
    }
    return {
      asks: open.map(({ value }) => value),
      ids: open.map(({ id }) => id),
      output: open.length > 0 ? {} : output(rest),
    }
  }
  const go = async (input: unknown, options: object = {}) =>
    outcomeOf(await graph.invoke(input as never, { ...thread, ...options }))

  return {
    graph,
    model,
    settings,
    thread,
    run: (input: JsonObject = {}, options: object = {}) => go(input, options),
    resume: (answer: unknown) => go(new Command({ resume: answer })),
    /** From where the last checkpoint stands, as after a crash. */
    goOn: (options: object = {}) => go(null, options),
  }
}
