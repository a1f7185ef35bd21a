/** The API calls of the command. */
import { newId } from '../../platform/ids.js'
import type { JsonObject, Page } from '../../schema/common.js'
import type { Evaluation, EvaluationResult } from '../../schema/evaluation.js'
import type { Client } from '../service/client.js'
import { CommandError } from '../command-error.js'
import type { ComparisonReport } from './regression-gate.js'

const PAGE_SIZE = 100
const EVALS_PATH = '/api/v1/evals'
const CONFLICT = 409

export const makeEvaluationsApi = (client: Client) => {
  const read = (id: string) => client.get<Evaluation>(`${EVALS_PATH}/${id}`)

  return {
    read,

    create: (body: JsonObject) => client.post<Evaluation>(EVALS_PATH, { body, idempotencyKey: newId() }),

    /** A conflict means that the evaluation is already started, by another client or by an attempt whose response was lost. */
    start: async (id: string): Promise<Evaluation> => {
      try {
        return await client.post<Evaluation>(`${EVALS_PATH}/${id}/run`)
      } catch (error) {
        if (error instanceof CommandError && error.status === CONFLICT) return read(id)
        throw error
      }
    },

    events: (id: string) => client.stream(`${EVALS_PATH}/${id}/stream`),

    compare: async (id: string, baselineId: string): Promise<ComparisonReport> => {
      const path = `${EVALS_PATH}/${id}/comparison?against=${baselineId}`
      return (await client.get<{ comparison: ComparisonReport }>(path)).comparison
    },

    /** All results, or those with one status, page by page. */
    async *results(id: string, status?: EvaluationResult['status']): AsyncGenerator<EvaluationResult> {
      let cursor: string | null = null
      do {
        const query: string = new URLSearchParams({
          limit: String(PAGE_SIZE),
          ...(status !== undefined && { status }),
          ...(cursor !== null && { cursor }),
        }).toString()
        const path = `${EVALS_PATH}/${id}/results?${query}`
        const page: Page<EvaluationResult> = await client.get(path)
        yield* page.data
        cursor = page.next_cursor
      } while (cursor !== null)
    },

    pause: client.pause,
  }
}

export type EvaluationsApi = ReturnType<typeof makeEvaluationsApi>
