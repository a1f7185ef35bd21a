/** A model server whose replies a test decides on one by one, and what a judge replies. */
import { startOpenAiServer, type OpenAiServer, type RecordedRequest, type Reply } from './openai-server.js'

export interface JudgeModel extends OpenAiServer {
  /** What it says from now on; `index` counts from 0 again. */
  script: (reply: (request: RecordedRequest, index: number) => Reply) => void
  /** What the environment of an app has to say for it to be asked. Nothing is tried again but by the judge itself. */
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

/** These in turn, and the last again and again. */
export const replyInOrder =
  (...replies: Reply[]) =>
  (_request: RecordedRequest, index: number): Reply =>
    replies[Math.min(index, replies.length - 1)] ?? 'drop'

/** All that a model was told. */
export const toPromptText = ({ body }: RecordedRequest): string => JSON.stringify(body.messages)

/** Whether it is a judge who asks, and not an assistant. */
export const isJudgeRequest = (request: RecordedRequest): boolean =>
  toPromptText(request).includes('fair judge of answers')
