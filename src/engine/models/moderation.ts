/** Client of OpenAI's moderation endpoint, which gateways offer too. */
const MODERATION_MODEL = /^(?:openai:)?((?:omni|text)-moderation-[\w.-]+)$/

export const isModerationModel = (model: string): boolean => MODERATION_MODEL.test(model)

/** Maps guardrail categories to the prefix of the endpoint's categories (`hate` covers `hate/threatening`). */
const CATEGORIES: Record<string, string> = {
  hate_speech: 'hate',
  violence: 'violence',
  self_harm: 'self-harm',
  harassment: 'harassment',
  sexual: 'sexual',
}

interface Endpoint {
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
}

interface ModerationResponse {
  results?: { category_scores?: Record<string, number> }[]
}

/** Returns the requested category with the highest score, or undefined if the endpoint knows none of them. */
export const moderate = async (
  { baseUrl, apiKey, fetch }: Endpoint,
  model: string,
  text: string,
  categories: readonly string[],
  signal: AbortSignal,
): Promise<{ category: string; score: number } | undefined> => {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/moderations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ model: MODERATION_MODEL.exec(model)?.[1] ?? model, input: text }),
    signal,
  })
  if (!response.ok) throw new Error(`the moderation endpoint returned HTTP ${String(response.status)}`)
  const { results } = (await response.json()) as ModerationResponse
  const scores = results?.[0]?.category_scores
  if (scores === undefined) throw new Error('the moderation endpoint returned no scores')
  const scored = categories.flatMap((category) => {
    const endpointCategory = CATEGORIES[category]
    const matchingScores = Object.entries(scores).filter(
      ([name]) => name.split('/', 1)[0] === endpointCategory,
    )
    return matchingScores.length === 0
      ? []
      : [{ category, score: Math.max(...matchingScores.map(([, score]) => score)) }]
  })
  return scored.sort((a, b) => b.score - a.score)[0]
}
