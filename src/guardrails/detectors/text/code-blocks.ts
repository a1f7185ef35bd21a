/** Finds the code in Markdown: what is inside is no prose, so its brackets and ends say nothing about the text. */
export interface CodeBlock {
  start: number
  end: number
  /** The marks that close it. */
  fence: string
  isClosed: boolean
}

const FENCE = /^(?: {0,12}|\t|(?: {0,3}> ?)+)(`{3,}|~{3,})(.*)$/

/** The fenced blocks of a text, marks included. */
export const findCodeBlocks = (text: string): CodeBlock[] => {
  const blocks: CodeBlock[] = []
  let openBlock: CodeBlock | undefined
  let offset = 0
  for (const line of text.split('\n')) {
    const [, fence, rest = ''] = FENCE.exec(line.trimEnd()) ?? []
    const end = offset + line.length
    if (fence !== undefined && openBlock === undefined && !(fence.startsWith('`') && rest.includes('`'))) {
      openBlock = { start: offset, end: text.length, fence, isClosed: false }
      blocks.push(openBlock)
    } else if (
      fence !== undefined &&
      openBlock !== undefined &&
      fence.startsWith(openBlock.fence) &&
      rest.trim() === ''
    ) {
      openBlock.end = end
      openBlock.isClosed = true
      openBlock = undefined
    }
    offset = end + 1
  }
  return blocks
}

const INLINE_CODE = /(`{1,3})(?!`)[^`\n]{1,2000}\1(?!`)/g

/** The text with its code as spaces, so that offsets stay. */
export const blankOutCode = (text: string, blocks: readonly CodeBlock[]): string => {
  let result = ''
  let offset = 0
  for (const { start, end } of blocks) {
    result += text.slice(offset, start) + toSpaces(text.slice(start, end))
    offset = end
  }
  return (result + text.slice(offset)).replace(INLINE_CODE, toSpaces)
}

const toSpaces = (code: string): string => code.replace(/[^\n]/g, ' ')
