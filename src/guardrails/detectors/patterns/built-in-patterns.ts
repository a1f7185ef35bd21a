/** The built-in patterns by name. A pattern may have several detectors. */
import type { Detector } from './detector.js'
import { NUMBER_DETECTORS } from './built-in-numbers.js'
import { STRING_DETECTORS } from './built-in-strings.js'

const DETECTORS: Readonly<Record<string, Detector[]>> = { ...NUMBER_DETECTORS, ...STRING_DETECTORS }

export const BUILT_IN_NAMES: readonly string[] = Object.keys(DETECTORS)

export const findBuiltIn = (name: string): Detector[] | undefined =>
  Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
