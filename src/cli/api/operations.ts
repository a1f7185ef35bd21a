/** The operations of the OpenAPI document that is shipped with this version. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../platform/package-root.js'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: { type?: string; enum?: string[]; description?: string }
}

export interface Operation {
  operationId: string
  method: string
  path: string
  tag: string
  summary: string
  parameters: Parameter[]
  /** The content types of the body; empty if there is none. */
  bodyTypes: string[]
}

type Reference<T> = T | { $ref: string }

interface DocumentOperation {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: Reference<Parameter>[]
  requestBody?: Reference<{ content: Record<string, unknown> }>
}

interface Document {
  paths: Record<string, Record<string, DocumentOperation>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const resolve = <T>(document: Document, value: Reference<T>): T => {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value
  let target: unknown = document
  for (const key of value.$ref.split('/').slice(1)) target = (target as Record<string, unknown>)[key]
  return target as T
}

export const readOperations = (): Operation[] => {
  const document = JSON.parse(readFileSync(join(packageRoot, 'openapi.json'), 'utf8')) as Document
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        operationId: operation.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? '',
        summary: operation.summary ?? '',
        parameters: (operation.parameters ?? []).map((parameter) => resolve(document, parameter)),
        bodyTypes:
          operation.requestBody === undefined
            ? []
            : Object.keys(resolve(document, operation.requestBody).content),
      })),
  )
}
