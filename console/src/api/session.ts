import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { Me, Scope } from './types.ts'

export const meKey = ['me'] as const

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/me', { signal })),
  staleTime: 5 * 60_000,
})

/** The caller, or undefined until it is known. */
export const useMe = (): Me | undefined => useQuery(meQuery).data

/** True if the caller has the scope. Buttons of changes that are not allowed are not shown. */
export const useScope = (scope: Scope): boolean => useMe()?.scopes.includes(scope) ?? false

export const signIn = (credential: string): Promise<unknown> =>
  unwrap(api.POST('/console/sign-in', { body: { credential } }))

/** Ends the session and forgets everything that was loaded in it. */
export const useSignOut = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    await unwrap(api.POST('/console/sign-out'))
    client.clear()
    location.assign('/console/')
  }
}
