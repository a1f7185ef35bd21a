/** The parameters of a command, held against their schema. */
import type { Static, TSchema } from 'typebox'
import type { JsonObject } from '../../../schema/common.js'
import { makeValidatorCompiler } from '../../http/validation.js'
import { isChannel, type EventFilter } from '../../../langgraph/protocol/event-filter.js'
import { Refusal } from './command-response.js'

interface Since {
  since?: number | undefined
}

const compile = makeValidatorCompiler()

export const paramsOf = <S extends TSchema>(schema: S) => {
  const check = compile({ schema, httpPart: 'body', method: 'POST', url: '' })
  return (params: JsonObject | undefined): Static<S> => {
    const given = params ?? {}
    const checked: unknown = check(given)
    if (checked === true) return given as Static<S>
    throw new Refusal('invalid_argument', (checked as { error: Error }).error.message)
  }
}

/** A channel that does not exist would never tell anything, nor would a place that no event can have. */
export const refuseUnknown = ({ channels, since }: Pick<EventFilter, 'channels'> & Since): void => {
  if (since !== undefined && !Number.isSafeInteger(since))
    throw new Refusal('invalid_argument', 'since is not the number of an event')
  const unknown = channels.find((name) => !isChannel(name))
  if (unknown !== undefined)
    throw new Refusal('invalid_argument', `there is no channel ${unknown.slice(0, 100)}`)
}
