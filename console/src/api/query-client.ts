import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query'
import { ApiError, isTemporary } from './errors.ts'
import { RefetchingClient } from './refetching-client.ts'
import { meKey } from './session.ts'

const MAX_RETRIES = 4
const MAX_DELAY_MS = 15_000

const delay = (failures: number, error: unknown): number => {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1_000
  return Math.min(MAX_DELAY_MS, 500 * 2 ** failures)
}

/**
 * A response with 401 to any request means that the session has ended; the shell then shows the sign-in page. A 401 to the request for
 * the caller itself, or before anyone is signed in, changes nothing: asking again would repeat forever and discard the sign-in form.
 */
export const makeQueryClient = (): QueryClient => {
  const checkSession = (error: unknown): void => {
    const isSignedIn = client.getQueryData(meKey) !== undefined
    if (isSignedIn && error instanceof ApiError && error.status === 401)
      void client.invalidateQueries({ queryKey: meKey })
  }
  const client: QueryClient = new RefetchingClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== meKey[0]) checkSession(error)
      },
    }),
    mutationCache: new MutationCache({ onError: checkSession }),
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
