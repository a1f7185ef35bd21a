/** Builds the body of `POST /api/v1/evals` from a file and the flags, which override it. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { JsonObject } from '../../schema/common.js'
import { usageError } from '../command-error.js'
import type { RunFlags } from './flags.js'

export const readRequestFile = (file: string): JsonObject => {
  let value: unknown
  try {
    const text = readFileSync(file, 'utf8')
    value = file.endsWith('.json') ? JSON.parse(text) : parse(text)
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message.trimEnd()}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError(`${file} must contain an object, the body of POST /api/v1/evals`)
  return value as JsonObject
}

export const applyFlags = (body: JsonObject, flags: RunFlags): JsonObject => {
  const { assistant, assistantVersion, dataset, name, split, tag, concurrency, repetitions } = flags
  // The service refuses `assistant_id` together with `assistants`; say which flag is the cause.
  if (body['assistants'] !== undefined && (assistant ?? assistantVersion) !== undefined)
    throw usageError('--assistant and --assistant-version cannot change the assistants of a comparison')
  // The evaluation is started by a separate request, so that its id is known before it runs.
  const { run_immediately: _, ...request } = body
  return {
    ...request,
    ...(assistant !== undefined && { assistant_id: assistant }),
    ...(assistantVersion !== undefined && { assistant_version: assistantVersion }),
    ...(dataset !== undefined && { dataset_id: dataset }),
    ...(name !== undefined && { name }),
    ...(split !== undefined && { split }),
    ...(tag !== undefined && { tags: tag }),
    ...(concurrency !== undefined && { concurrency }),
    ...(repetitions !== undefined && { repetitions }),
  }
}
