/** The conversation that the rules of the demo model read, independent of LangChain's message classes. */
export interface Turn {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  /** Tool calls of an assistant turn. */
  calls?: readonly ToolCall[]
  /** Name of the tool and whether the call failed; only for tool turns. */
  tool?: string | undefined
  failed?: boolean
}

export interface ToolCall {
  name: string
  args: Record<string, unknown>
}

export interface ModelOutput {
  text: string
  calls: ToolCall[]
}

export const toTextOutput = (text: string): ModelOutput => ({ text, calls: [] })

const getTexts = (turns: readonly Turn[], role: Turn['role']): string[] =>
  turns.filter((turn) => turn.role === role).map((turn) => turn.text)

export const getSystemText = (turns: readonly Turn[]): string => getTexts(turns, 'system').join('\n')

export const getUserTexts = (turns: readonly Turn[]): string[] => getTexts(turns, 'user')

/** The current request: the last user message, or the system prompt if there is no user message. */
export const getRequestText = (turns: readonly Turn[]): string =>
  getUserTexts(turns).at(-1) ?? getSystemText(turns)

/** The tool messages at the end of the conversation, which the model has not seen yet. */
export const getPendingToolResults = (turns: readonly Turn[]): Turn[] =>
  turns.slice(turns.findLastIndex((turn) => turn.role !== 'tool') + 1)
