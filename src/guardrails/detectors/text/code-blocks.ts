/** Finds code in Markdown. Its brackets and line ends say nothing about the completeness of the text around it. */
export interface CodeBlock {
  start: number
  end: number
  /** The fence that opens and closes the block. */
  fence: string
  isClosed: boolean
}

const FENCE = /^(?: {0,12}|\t|(?: {0,3}> ?)+)(`{3,}|~{3,})(.*)$/

/** Finds the fenced blocks of a text, including their fences. */
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

/** Replaces code by spaces, so that offsets do not change. */
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
