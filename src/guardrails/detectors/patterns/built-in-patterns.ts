/** The built-in patterns by name. A pattern may have several detectors; some names stand for a group of others. */
import type { Detector } from './detector.js'
import { NUMBER_DETECTORS } from './built-in-numbers.js'
import { ADDRESS_DETECTORS } from './built-in-addresses.js'
import { NATIONAL_ID_DETECTORS } from './built-in-national-ids.js'
import { SECRET_DETECTORS } from './built-in-secrets.js'

const DETECTORS: Readonly<Record<string, Detector[]>> = {
  ...NUMBER_DETECTORS,
  ...NATIONAL_ID_DETECTORS,
  ...ADDRESS_DETECTORS,
  ...SECRET_DETECTORS,
}

export const BUILT_IN_NAMES: readonly string[] = Object.keys(DETECTORS)

export const findBuiltIn = (name: string): Detector[] | undefined =>
  Object.hasOwn(DETECTORS, name) ? DETECTORS[name] : undefined
