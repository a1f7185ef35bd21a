import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isTemporary } from './errors.ts'
import { meKey } from './session.ts'

const MAX_RETRIES = 4
const MAX_DELAY_MS = 15_000

const delay = (failures: number, error: unknown): number => {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1_000
  return Math.min(MAX_DELAY_MS, 500 * 2 ** failures)
}

/** A response with 401 to any request means that the session has ended; the shell then shows the sign-in page. */
export const makeQueryClient = (): QueryClient => {
  const onError = (error: unknown): void => {
    if (error instanceof ApiError && error.status === 401) void client.invalidateQueries({ queryKey: meKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
        retryDelay: delay,
      },
      mutations: { retry: false },
    },
  })
  return client
}
