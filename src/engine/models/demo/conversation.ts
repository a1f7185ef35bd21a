/** A conversation as the rules of the demo model see it, whatever the messages were made of. */
export interface Turn {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  /** Of an assistant: what it asked for. */
  calls?: readonly Call[]
  /** Of a tool: its name, and whether it failed. */
  tool?: string | undefined
  failed?: boolean
}

export interface Call {
  name: string
  args: Record<string, unknown>
}

export interface Answer {
  text: string
  calls: Call[]
}

export const said = (text: string): Answer => ({ text, calls: [] })

const textsOf = (turns: readonly Turn[], role: Turn['role']): string[] =>
  turns.filter((turn) => turn.role === role).map((turn) => turn.text)

export const systemText = (turns: readonly Turn[]): string => textsOf(turns, 'system').join('\n')

export const userTexts = (turns: readonly Turn[]): string[] => textsOf(turns, 'user')

/** What is asked now. A prompt that is nothing but instructions is itself the question. */
export const requestText = (turns: readonly Turn[]): string => userTexts(turns).at(-1) ?? systemText(turns)

/** The tool messages at the end, which wait for an answer. */
export const openResults = (turns: readonly Turn[]): Turn[] =>
  turns.slice(turns.findLastIndex((turn) => turn.role !== 'tool') + 1)
