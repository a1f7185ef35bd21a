/**
 * What a run says as one text, piece by piece: the tokens of its models as they come, and at the end what of its answer was not
 * among them. Models that speak at the same time are heard one after another.
 */
import type { RunEvent } from '../../events/run-event.js'

const BETWEEN = '\n\n'

interface Heard {
  node_id?: string
  token?: string
  content?: string
}

export const makeSpokenText = () => {
  let speaker: string | undefined
  /** Of whoever spoke last. */
  let said = ''
  let isSilent = true
  const waiting: string[] = []

  const say = (text: string, isNew: boolean): string => {
    if (text === '') return ''
    const piece = isNew && !isSilent ? BETWEEN + text : text
    said = isNew ? text : said + text
    isSilent = false
    return piece
  }

  return {
    hear({ type, text }: RunEvent): string {
      if (type !== 'llm.token' && type !== 'llm.completion') return ''
      const { node_id = '', token = '', content = '' } = JSON.parse(text) as Heard
      if (type === 'llm.token') {
        const isNew = speaker === undefined
        speaker ??= node_id
        return speaker === node_id ? say(token, isNew) : ''
      }
      if (speaker !== undefined && speaker !== node_id) {
        waiting.push(content)
        return ''
      }
      speaker = undefined
      return waiting
        .splice(0)
        .map((whole) => say(whole, true))
        .join('')
    },

    /** What is still to be said of the answer: nothing, its end, or all of it. */
    rest(answer: string): string {
      if (said.endsWith(answer)) return ''
      return answer.startsWith(said) ? say(answer.slice(said.length), false) : say(answer, true)
    },
  }
}
