import { useMutation, useQueryClient } from '@tanstack/react-query'
import { guardrailsKey, reviewDecision, type ReviewVerdict } from './guardrails.ts'

export interface Review {
  id: string
  verdict: ReviewVerdict
  note?: string
}

/** Stores whether a decision was right. The precision of the guardrail changes with it, so its figures are loaded again. */
export const useReview = (onError: (error: Error) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...review }: Review) => reviewDecision(id, review),
    onSuccess: () => client.invalidateQueries({ queryKey: guardrailsKey }),
    onError,
  })
}
