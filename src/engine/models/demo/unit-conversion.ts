/** Conversions between units of one kind: "convert 10 km to miles", "how many grams are 2 lb". */

interface Unit {
  kind: string
  names: string[]
  /** How much of the kind's base unit one of it is. */
  factor: number
  /** What is zero in this unit, in the base unit; only temperatures have it. */
  zero?: number
}

const unit = (kind: string, factor: number, names: string, zero = 0): Unit => ({
  kind,
  factor,
  zero,
  names: names.split(' '),
})

const UNITS: Unit[] = [
  unit('length', 1, 'm meter meters metre metres'),
  unit('length', 1000, 'km kilometer kilometers kilometre kilometres'),
  unit('length', 0.01, 'cm centimeter centimeters centimetre centimetres'),
  unit('length', 0.001, 'mm millimeter millimeters millimetre millimetres'),
  unit('length', 1609.344, 'mi mile miles'),
  unit('length', 0.9144, 'yd yard yards'),
  unit('length', 0.3048, 'ft foot feet'),
  unit('length', 0.0254, 'inch inches'),
  unit('mass', 1, 'kg kilogram kilograms kilo kilos'),
  unit('mass', 0.001, 'g gram grams'),
  unit('mass', 0.45359237, 'lb lbs pound pounds'),
  unit('mass', 0.028349523125, 'oz ounce ounces'),
  unit('volume', 1, 'l liter liters litre litres'),
  unit('volume', 0.001, 'ml milliliter milliliters millilitre millilitres'),
  unit('volume', 3.785411784, 'gal gallon gallons'),
  unit('time', 1, 's second seconds'),
  unit('time', 60, 'min minute minutes'),
  unit('time', 3600, 'h hour hours'),
  unit('time', 86_400, 'day days'),
  unit('temperature', 1, 'k kelvin'),
  unit('temperature', 1, 'c celsius °c', 273.15),
  unit('temperature', 5 / 9, 'f fahrenheit °f', 459.67 * (5 / 9)),
]

const unitNamed = (name: string | undefined): Unit | undefined =>
  UNITS.find(({ names }) => names.includes((name ?? '').toLowerCase()))

const AMOUNT = String.raw`(-?\d+(?:\.\d+)?)\s*(?:degrees?\s+)?(°?[a-z]+)`
const FORWARD = new RegExp(String.raw`${AMOUNT}\s+(?:to|into|in|as)\s+(?:degrees?\s+)?(°?[a-z]+)`, 'i')
const BACKWARD = new RegExp(
  String.raw`how many\s+(°?[a-z]+)\s+(?:are|is|in|make|equal)(?:\s+(?:there\s+)?in)?\s+${AMOUNT}`,
  'i',
)

export const conversionAnswer = (text: string): string | undefined => {
  const forward = FORWARD.exec(text)
  const backward = BACKWARD.exec(text)
  const [amount, fromName, toName] = forward?.slice(1) ?? [backward?.[2], backward?.[3], backward?.[1]]
  const from = unitNamed(fromName)
  const to = unitNamed(toName)
  if (amount === undefined || from === undefined || to === undefined || from.kind !== to.kind)
    return undefined
  const base = Number(amount) * from.factor + (from.zero ?? 0)
  const result = (base - (to.zero ?? 0)) / to.factor
  return `${amount} ${String(fromName)} = ${String(Number(result.toPrecision(6)))} ${String(toName)}`
}
