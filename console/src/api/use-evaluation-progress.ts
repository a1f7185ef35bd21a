import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { parseExact } from '../model/exact-json.ts'
import { evaluationQuery, evaluationsKey } from './evaluations.ts'
import type { Evaluation } from './types.ts'

/** Follows the progress of an evaluation by its stream, so that the bar moves without a request for each step. */
export const useEvaluationProgress = (evalId: string, isActive: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!isActive) return undefined
    const { queryKey } = evaluationQuery(evalId)
    const source = new EventSource(`/api/v1/evals/${encodeURIComponent(evalId)}/stream`)
    source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const { status, progress } = parseExact(data) as Pick<Evaluation, 'status' | 'progress'>
      client.setQueryData(queryKey, (old) => (old === undefined ? old : { ...old, status, progress }))
    })
    source.addEventListener('end', () => {
      source.close()
      void client.invalidateQueries({ queryKey: evaluationsKey })
    })
    return () => source.close()
  }, [client, evalId, isActive])
}
