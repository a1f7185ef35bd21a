/** A fake model server with scripted replies, and the replies of a judge. */
import { startOpenAiServer, type OpenAiServer, type RecordedRequest, type Reply } from './openai-server.js'

export interface JudgeModel extends OpenAiServer {
  /** Sets the replies from now on; `index` counts the calls from 0. */
  script: (reply: (request: RecordedRequest, index: number) => Reply) => void
  /** The environment of an app that uses this model, without retries of the client. */
  env: Record<string, string>
}

export const startJudgeModel = async (): Promise<JudgeModel> => {
  let currentReply: (request: RecordedRequest, index: number) => Reply = () => verdict(4)
  let index = 0
  const server = await startOpenAiServer({ reply: (request) => currentReply(request, index++) })
  return {
    ...server,
    script: (reply) => {
      currentReply = reply
      index = 0
      server.requests.length = 0
    },
    env: { OPENAI_BASE_URL: server.url, DEFAULT_MODEL: 'openai:gpt-4o', MODEL_MAX_RETRIES: '0' },
  }
}

export const verdict = (score: number, reasoning = 'It does what was asked.'): Reply => ({
  text: JSON.stringify({ reasoning, issues: [], score }),
})

/** Returns these replies in order, and the last one repeatedly. */
export const replyInOrder =
  (...replies: Reply[]) =>
  (_request: RecordedRequest, index: number): Reply =>
    replies[Math.min(index, replies.length - 1)] ?? 'drop'

/** All messages of a request as text. */
export const toPromptText = ({ body }: RecordedRequest): string => JSON.stringify(body.messages)

/** True if the request comes from the judge and not from an assistant. */
export const isJudgeRequest = (request: RecordedRequest): boolean =>
  toPromptText(request).includes('fair judge of answers')
