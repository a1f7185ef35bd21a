/** Loads guarded-fetch.ts on the first request, to speed up the start: undici is a fifth of the code of this service. */
import type { GuardOptions, Post, PostOptions } from './guarded-fetch.js'

export const makeLazyGuardedFetch = (options: GuardOptions): typeof fetch => {
  let loading: Promise<typeof fetch> | undefined
  return async (input, init) => {
    loading ??= import('./guarded-fetch.js').then((loaded) => loaded.makeGuardedFetch(options))
    return (await loading)(input, init)
  }
}

export const makeLazyGuardedPost = (options: PostOptions): Post => {
  let loading: Promise<Post> | undefined
  return async (url, headers, body) => {
    loading ??= import('./guarded-fetch.js').then((loaded) => loaded.makeGuardedPost(options))
    return (await loading)(url, headers, body)
  }
}
