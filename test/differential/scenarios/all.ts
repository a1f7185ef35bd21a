/** All scenarios. */
import type { Scenario } from '../scenario.js'
import { assistants } from './assistants.js'
import { control } from './control.js'
import { errors } from './errors.js'
import { interrupts } from './interrupts.js'
import { platformOnly } from './platform-only.js'
import { runs } from './runs.js'
import { shapes } from './shapes.js'
import { states } from './states.js'
import { streams } from './streams.js'
import { threads } from './threads.js'

export const SCENARIOS: Scenario[] = [
  // The longest first.
  ...interrupts,
  ...shapes,
  ...control,
  ...runs,
  ...states,
  ...threads,
  ...streams,
  ...assistants,
  ...errors,
  ...platformOnly,
]

/** What an older version of the SDK offers too. */
export const OLD_SDK_SCENARIOS: Scenario[] = [
  ...interrupts,
  ...streams,
  ...runs,
  ...states,
  ...threads,
  ...assistants,
]
