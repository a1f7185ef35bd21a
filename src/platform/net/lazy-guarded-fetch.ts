/**
 * What target-guard.ts makes, loaded with the first request: undici is a fifth of the code of this service, and most starts
 * are followed by no request to anybody for a while.
 */
import type { GuardOptions, Post, PostOptions } from './guarded-fetch.js'

export const makeGuardedFetch = (options: GuardOptions): typeof fetch => {
  let made: Promise<typeof fetch> | undefined
  return async (input, init) => {
    made ??= import('./guarded-fetch.js').then((guard) => guard.makeGuardedFetch(options))
    return (await made)(input, init)
  }
}

export const makeGuardedPost = (options: PostOptions): Post => {
  let made: Promise<Post> | undefined
  return async (url, headers, body) => {
    made ??= import('./guarded-fetch.js').then((guard) => guard.makeGuardedPost(options))
    return (await made)(url, headers, body)
  }
}
