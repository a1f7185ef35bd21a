/** What the customers and colleagues of a shop write. */
import type { Random } from './random.js'

const PRODUCTS = ['espresso machine', 'desk lamp', 'rain jacket', 'running shoes', 'phone case'] as const
const COMPLAINTS = [
  'It leaks since the first day. I want my money back, not a repair.',
  'It arrived broken, please refund it.',
  'I returned it last week and wait for my money back.',
  'I was charged twice.',
] as const
const ORDER_QUESTIONS = [
  'It was due on Friday.',
  'The tracking page shows nothing.',
  'Is it on its way?',
] as const
const FOLLOW_UPS = [
  'Thank you!',
  'Can you use the calculator for 3 * 49.90?',
  'What is 240 * 0.15?',
  'My name is Dana. Please note that.',
] as const
const SUPPLIERS = ['Northwind Paper', 'Blue Harbor Freight', 'Atlas Hosting', 'Fjord Coffee'] as const
const QUESTIONS = [
  'How do parcel returns develop in Germany and Austria?',
  'Which competitors changed their prices this quarter?',
  'What do customers say about the new checkout?',
] as const
const FINDINGS = [
  'Returns grew by four percent last year, mostly in clothing. The growth was lower than in the year before.',
  'The median order value in Austria is 62 EUR, nine EUR above that in Germany.',
  'Two thirds of the households compare prices on at least three pages before they buy.',
  'Shops with free returns have higher revenue and lower margins than shops without them.',
  'The survey covers 2,000 households and was conducted in spring.',
] as const
const FILES = ['customers-2026-10.csv', 'orders-eu.csv', 'suppliers.csv'] as const

export const makeTexts = (random: Random) => {
  const orderId = (): string => String(random.integer(4_100, 5_900))
  return {
    orderId,
    parcel: (): string => `HD${String(random.integer(10_000_000, 99_999_999))}`,
    complaint: (order: string): string =>
      `Order ${order}, the ${random.pick(PRODUCTS)}. ${random.pick(COMPLAINTS)}`,
    orderQuestion: (order: string): string =>
      `What is the status of order ${order}? ${random.pick(ORDER_QUESTIONS)}`,
    followUp: (): string => random.pick(FOLLOW_UPS),
    invoice: (total: number): string =>
      `${random.pick(SUPPLIERS)}, invoice number INV-${String(random.integer(1_000, 9_999))}, total ${total.toFixed(2)}`,
    question: (): string => random.pick(QUESTIONS),
    sources: (count: number): string[] => Array.from({ length: count }, () => random.pick(FINDINGS)),
    file: (): string => random.pick(FILES),
    amount: (min: number, max: number): number => Math.round(random.between(min, max) * 10) / 10,
  }
}

export type Texts = ReturnType<typeof makeTexts>
