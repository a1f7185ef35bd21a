/** Random values for the templates of ordinary texts. The same seed gives the same texts. */
import { makeRandom } from '../../support/random.js'

export interface Slots {
  /** One of the words, which `|` separates. */
  word(words: string): string
  pick<T>(items: readonly T[]): T
  /** An integer of [min, max]. */
  int(min: number, max: number): number
  float(min: number, max: number, digits: number): string
  digits(count: number): string
  hex(count: number): string
  list<T>(count: number, make: () => T): T[]
  chance(share: number): boolean
  /** Milliseconds since 1970, between 1990 and 2035. */
  time(): number
  isoTime(): string
  isoDate(): string
  clock(): string
  firstName(): string
  product(): string
  city(): string
}

const FIRST_NAMES =
  'Ada|Ben|Chloe|Dmitri|Elena|Farid|Grace|Hiro|Ines|Jonas|Kavya|Liam|Mina|Noor|Oscar|Priya|Quentin|Rosa|Sven|Tara|Umar|Vera|Wen|Ximena|Yusuf|Zoe'
const PRODUCTS =
  'desk lamp|running shoes|espresso machine|wireless headphones|garden hose|rain jacket|mechanical keyboard|yoga mat|water bottle|office chair|camping stove|phone case|electric kettle|backpack|baby monitor|bike helmet|air fryer|tablet|monitor stand|winter tires'
const CITIES =
  'Lisbon|Oslo|Nairobi|Kyoto|Chicago|Lyon|Cardiff|Mumbai|Porto Alegre|Gdansk|Perth|Toronto|Seville|Utrecht|Accra|Hanoi|Denver|Bergen|Turin|Austin'

export const makeSlots = (seed: number): Slots => {
  const random = makeRandom(seed)
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const word = (words: string): string => pick(words.split('|'))
  const list = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
  const digits = (count: number): string => list(count, () => int(0, 9)).join('')
  const time = (): number => Date.UTC(1990, 0, 1) + Math.floor(random() * 45 * 365.25 * 86_400_000)
  const isoTime = (): string => new Date(time()).toISOString()
  return {
    word,
    pick,
    int,
    list,
    digits,
    time,
    isoTime,
    float: (min, max, places) => (min + random() * (max - min)).toFixed(places),
    hex: (count) => list(count, () => int(0, 15).toString(16)).join(''),
    chance: (share) => random() < share,
    isoDate: () => isoTime().slice(0, 10),
    clock: () => `${String(int(0, 23)).padStart(2, '0')}:${String(int(0, 59)).padStart(2, '0')}`,
    firstName: () => word(FIRST_NAMES),
    product: () => word(PRODUCTS),
    city: () => word(CITIES),
  }
}

/** Writes one ordinary text. */
export type TextMaker = (slots: Slots) => string
