/** The detectors that a configuration can name. */
import type { Detector } from './detector.js'
import { NUMBER_DETECTORS } from './own-numbers.js'
import { TEXT_DETECTORS } from './own-texts.js'

const DETECTORS: Readonly<Record<string, Detector[]>> = { ...NUMBER_DETECTORS, ...TEXT_DETECTORS }

export const BUILT_IN_NAMES: readonly string[] = Object.keys(DETECTORS)

export const builtIn = (name: string): Detector[] | undefined =>
  Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
