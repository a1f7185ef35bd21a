/** Validates the parameters of a command against their schema. */
import type { Static, TSchema } from 'typebox'
import type { JsonObject } from '../../../schema/common.js'
import { compileValidator } from '../../http/validation.js'
import { isKnownChannel, type EventFilter } from '../../../langgraph/protocol/event-filter.js'
import { CommandError } from './command-response.js'

interface SinceParam {
  since?: number | undefined
}

export const makeParamsParser = <S extends TSchema>(schema: S) => {
  const validate = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '' })
  return (params: JsonObject | undefined): Static<S> => {
    const value = params ?? {}
    const result: unknown = validate(value)
    if (result === true) return value as Static<S>
    throw new CommandError('invalid_argument', (result as { error: Error }).error.message)
  }
}

/** Rejects subscriptions that could never receive an event: unknown channels and impossible sequence numbers. */
export const checkSubscription = ({ channels, since }: Pick<EventFilter, 'channels'> & SinceParam): void => {
  if (since !== undefined && !Number.isSafeInteger(since))
    throw new CommandError('invalid_argument', 'since is not a valid event number')
  const unknownChannel = channels.find((name) => !isKnownChannel(name))
  if (unknownChannel !== undefined)
    throw new CommandError('invalid_argument', `Unknown channel ${unknownChannel.slice(0, 100)}`)
}
