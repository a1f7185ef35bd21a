/** Words directly before a number that say what it is. Checks may look back only `MAX_LOOK_BACK` characters. */
import { MAX_LOOK_BACK } from './detector.js'

/** "order no. ", "SKU: ", "part #": the number is not a personal one, whatever its format. */
const OTHER_NUMBER =
  /(?:^|[^A-Za-z])(?:parts?|p\/n|pn|sku|upc|ean|gtin|isbn|issn|imei|iccid|vin|order|invoice|item|article|product|model|catalog|serial|s\/n|lot|batch|tracking|shipment|parcel|awb|ticket|case|issue|booking|job|build|commit|doi|asset|bin|drawing|dwg|spec)(?:[ _-]?(?:no|nos|num|number|numbers|nr|id|ids|code|codes|is|was|:))?[ \t:#.=№"']{1,4}$/i

export const isNamedOtherwise = (text: string, at: number): boolean =>
  OTHER_NUMBER.test(text.slice(Math.max(0, at - 32), at))

/** Returns the last of the words in the same line before the position, in lower case; undefined if there is none. */
export const findLastWord = (text: string, at: number, words: RegExp): string | undefined => {
  const before = text.slice(Math.max(0, at - MAX_LOOK_BACK), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return Array.from(line.matchAll(words)).at(-1)?.[0].toLowerCase()
}
