/** The detectors that a configuration can name. */
import type { Detector } from './detector.js'
import { NUMBER_DETECTORS } from './built-in-numbers.js'
import { TEXT_DETECTORS } from './built-in-strings.js'

const DETECTORS: Readonly<Record<string, Detector[]>> = { ...NUMBER_DETECTORS, ...TEXT_DETECTORS }

export const BUILT_IN_NAMES: readonly string[] = Object.keys(DETECTORS)

export const builtIn = (name: string): Detector[] | undefined =>
  Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
