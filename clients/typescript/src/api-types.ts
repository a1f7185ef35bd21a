/** Types of requests and responses, derived from the OpenAPI document by path and method. */
import type { components, paths } from './schema.js'

export type Schemas = components['schemas']

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that have the method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never

export type PathParameters<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { parameters: { path: infer V } } ? V : undefined

export type Query<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { parameters: { query?: infer V } } ? NonNullable<V> : undefined

export type Body<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer V } } } ? V : undefined

type SuccessOf<O> = O extends { responses: infer R } ? R[keyof R] : never

/** The JSON body of the successful response; undefined if it has none. */
export type Result<M extends Method, P extends keyof paths> =
  SuccessOf<Operation<M, P>> extends { content: { 'application/json': infer V } } ? V : undefined
