/** The parameters of a command, held against their schema. */
import type { Static, TSchema } from 'typebox'
import type { JsonObject } from '../../../schema/common.js'
import { makeValidatorCompiler } from '../../http/validation.js'
import { isKnownChannel, type EventFilter } from '../../../langgraph/protocol/event-filter.js'
import { CommandError } from './command-response.js'

interface SinceParam {
  since?: number | undefined
}

const compile = makeValidatorCompiler()

export const makeParamsParser = <S extends TSchema>(schema: S) => {
  const validate = compile({ schema, httpPart: 'body', method: 'POST', url: '' })
  return (params: JsonObject | undefined): Static<S> => {
    const value = params ?? {}
    const result: unknown = validate(value)
    if (result === true) return value as Static<S>
    throw new CommandError('invalid_argument', (result as { error: Error }).error.message)
  }
}

/** A channel that does not exist would never tell anything, nor would a place that no event can have. */
export const checkSubscription = ({ channels, since }: Pick<EventFilter, 'channels'> & SinceParam): void => {
  if (since !== undefined && !Number.isSafeInteger(since))
    throw new CommandError('invalid_argument', 'since is not the number of an event')
  const unknownChannel = channels.find((name) => !isKnownChannel(name))
  if (unknownChannel !== undefined)
    throw new CommandError('invalid_argument', `there is no channel ${unknownChannel.slice(0, 100)}`)
}
