/** Converts ajv errors to problems of tool definitions, tool arguments and graphs. */
import type { ErrorObject } from 'ajv'

/** Returns the path (`query/page`; empty for the whole value) and the problem. */
export const toProblem = (error: ErrorObject): [path: string, text: string] => {
  const path = error.instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return [joinPath(path, String(params['missingProperty'])), 'is required']
    case 'additionalProperties':
      return [joinPath(path, String(params['additionalProperty'])), 'is an unknown field']
    case 'enum':
      return [path, `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`]
    default:
      return [path, error.message ?? 'is invalid']
  }
}

export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}/${key}`)
