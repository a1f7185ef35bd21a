/**
 * What a run says as one text, piece by piece: the tokens of its models as they come, and at the end what of its answer was not
 * among them. Models that speak at the same time are heard one after another.
 */
import type { RunEvent } from '../../events/run-event.js'

const SEPARATOR = '\n\n'

interface ModelEvent {
  node_id?: string
  token?: string
  content?: string
}

export const makeStreamText = () => {
  let currentNode: string | undefined
  /** Of whoever spoke last. */
  let currentText = ''
  let isEmpty = true
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

    /** What is still to be said of the answer: nothing, its end, or all of it. */
    remainingText(output: string): string {
      if (currentText.endsWith(output)) return ''
      return output.startsWith(currentText)
        ? append(output.slice(currentText.length), false)
        : append(output, true)
    },
  }
}
