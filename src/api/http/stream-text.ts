/**
 * Turns the model events of a run into one text, chunk by chunk: tokens as they arrive, and at the end the part of the
 * output that was not among them. If several models stream at the same time, their texts follow one after another.
 */
import type { RunEvent } from '../../events/run-event.js'

const SEPARATOR = '\n\n'

interface ModelEvent {
  node_id?: string
  token?: string
  content?: string
}

export const makeStreamText = () => {
  /** The node whose tokens are being forwarded. */
  let currentNode: string | undefined
  /** The text of the last model that was forwarded. */
  let currentText = ''
  let isEmpty = true
  /** Completions of other nodes that ended while `currentNode` was streaming. */
  const queuedTexts: string[] = []

  const append = (text: string, startsNewText: boolean): string => {
    if (text === '') return ''
    const chunk = startsNewText && !isEmpty ? SEPARATOR + text : text
    currentText = startsNewText ? text : currentText + text
    isEmpty = false
    return chunk
  }

  return {
    onEvent({ type, text }: RunEvent): string {
      if (type !== 'llm.token' && type !== 'llm.completion') return ''
      const { node_id = '', token = '', content = '' } = JSON.parse(text) as ModelEvent
      if (type === 'llm.token') {
        const startsNewText = currentNode === undefined
        currentNode ??= node_id
        return currentNode === node_id ? append(token, startsNewText) : ''
      }
      if (currentNode !== undefined && currentNode !== node_id) {
        queuedTexts.push(content)
        return ''
      }
      currentNode = undefined
      return queuedTexts
        .splice(0)
        .map((queuedText) => append(queuedText, true))
        .join('')
    },

    /** Returns the part of the output that was not streamed yet: nothing, its end, or all of it. */
    remainingText(output: string): string {
      if (currentText.endsWith(output)) return ''
      return output.startsWith(currentText)
        ? append(output.slice(currentText.length), false)
        : append(output, true)
    },
  }
}
