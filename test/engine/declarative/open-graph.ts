/** Opens declarative graphs in tests: with scripted models and tools, but real LangGraph and real HTTP. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { tool, type StructuredToolInterface } from '@langchain/core/tools'
import { Command, MemorySaver } from '@langchain/langgraph'
import { buildAgentGraph } from '../../../src/engine/graphs/agent.js'
import { compileDeclarative } from '../../../src/engine/graphs/declarative/compile.js'
import { compileOutput } from '../../../src/engine/graphs/declarative/output.js'
import type {
  AssistantDefinition,
  GraphDeps,
  ModelSettings,
  ToolSet,
} from '../../../src/engine/graphs/graph-deps.js'
import type { JsonObject } from '../../../src/schema/common.js'

type ScriptedReply = string | AIMessage | Error
export type Script = (
  text: string,
  messages: BaseMessage[],
  signal: AbortSignal | undefined,
) => ScriptedReply | Promise<ScriptedReply>

/** Replies by a script that reads the last message, and records the requests. */
export class ScriptedModel extends BaseChatModel {
  readonly requests: BaseMessage[][] = []
  readonly boundTools: unknown[] = []

  constructor(private readonly script: Script) {
    super({})
  }

  override _llmType(): string {
    return 'scripted'
  }

  override bindTools(tools: unknown[], options?: object) {
    this.boundTools.push({ tools, ...options })
    return this as never
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    _run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    this.requests.push(messages)
    const reply = await this.script(messages.at(-1)?.text ?? '', messages, options.signal)
    if (reply instanceof Error) throw reply
    const message = typeof reply === 'string' ? new AIMessage(reply) : reply
    return { generations: [{ text: message.text, message }] }
  }

  get prompts(): string[] {
    return this.requests.map((messages) => messages.at(-1)?.text ?? '')
  }
}

export const toolCallMessage = (...calls: { id: string; name: string; args: JsonObject }[]): AIMessage =>
  new AIMessage({ content: '', tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' })) })

/** A server-side tool. */
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

/** Strings name server-side tools of the test; function definitions are client-side tools. */
const openTools = (availableTools: StructuredToolInterface[], definitions: readonly unknown[]): ToolSet => {
  const server = availableTools.filter(({ name }) => definitions.includes(name))
  const client = definitions.filter(isFunction).map((definition) => definition.function.name)
  return {
    definitions: [...server.map(({ name }) => name), ...client].map((name) => ({
      type: 'function',
      function: { name, description: name, parameters: { type: 'object' } },
    })),
    server: new Map(server.map((match) => [match.name, match])),
    client: new Set(client),
  }
}

export const openGraph = async (
  graphSchema: JsonObject,
  { script = () => 'ok', tools = [], assistants = [], config = {} }: Options = {},
) => {
  const model = new ScriptedModel(script)
  const settings: ModelSettings[] = []
  const deps: GraphDeps = {
    chatModel: async (requested) => {
      settings.push(requested)
      return model
    },
    authorizeToolCall: async ({ args }) => ({ args }),
    openTools: async (definitions) => openTools(tools, definitions),
    findAssistant: (id) => {
      const match = assistants.find(({ assistant_id }) => assistant_id === id)
      return match && { assistant_id: id, graph_id: 'agent', config: {}, graph_schema: {}, ...match }
    },
    fetch,
    secrets: {},
    redactSecrets: (text) => text,
  }
  const graph = await compileDeclarative(graphSchema, deps, config, { buildAgentGraph })
  graph.checkpointer = new MemorySaver()
  const output = compileOutput(graphSchema)
  const thread = { configurable: { thread_id: 'thread' } }

  const toOutcome = (values: JsonObject) => {
    const { __interrupt__: interrupts = [], ...rest } = values as {
      __interrupt__?: { id: string; value: JsonObject }[]
    }
    return {
      interruptValues: interrupts.map(({ value }) => value),
      interruptIds: interrupts.map(({ id }) => id),
      output: interrupts.length > 0 ? {} : output(rest),
    }
  }
  const invoke = async (input: unknown, options: object = {}) =>
    toOutcome(await graph.invoke(input as never, { ...thread, ...options }))

  return {
    graph,
    model,
    settings,
    thread,
    run: (input: JsonObject = {}, options: object = {}) => invoke(input, options),
    resume: (reply: unknown) => invoke(new Command({ resume: reply })),
    /** Continues from the last checkpoint, as after a crash. */
    continueRun: (options: object = {}) => invoke(null, options),
  }
}
