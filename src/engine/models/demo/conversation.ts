/** A conversation as the rules of the demo model see it, whatever the messages were made of. */
export interface Turn {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  /** Of an assistant: what it asked for. */
  calls?: readonly ToolCall[]
  /** Of a tool: its name, and whether it failed. */
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

/** What is asked now. A prompt that is nothing but instructions is itself the question. */
export const getRequestText = (turns: readonly Turn[]): string =>
  getUserTexts(turns).at(-1) ?? getSystemText(turns)

/** The tool messages at the end, which wait for an answer. */
export const getPendingToolResults = (turns: readonly Turn[]): Turn[] =>
  turns.slice(turns.findLastIndex((turn) => turn.role !== 'tool') + 1)
