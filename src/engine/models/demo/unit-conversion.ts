/** Conversions between units of one kind: "convert 10 km to miles", "how many grams are 2 lb". */

interface Unit {
  kind: string
  names: string[]
  /** Size of this unit in the base unit of its kind. */
  factor: number
  /** The zero point of this unit in the base unit; only temperatures have one. */
  zeroInBaseUnit?: number
}

const makeUnit = (kind: string, factor: number, names: string, zeroInBaseUnit = 0): Unit => ({
  kind,
  factor,
  zeroInBaseUnit,
  names: names.split(' '),
})

const UNITS: Unit[] = [
  makeUnit('length', 1, 'm meter meters metre metres'),
  makeUnit('length', 1000, 'km kilometer kilometers kilometre kilometres'),
  makeUnit('length', 0.01, 'cm centimeter centimeters centimetre centimetres'),
  makeUnit('length', 0.001, 'mm millimeter millimeters millimetre millimetres'),
  makeUnit('length', 1609.344, 'mi mile miles'),
  makeUnit('length', 0.9144, 'yd yard yards'),
  makeUnit('length', 0.3048, 'ft foot feet'),
  makeUnit('length', 0.0254, 'inch inches'),
  makeUnit('mass', 1, 'kg kilogram kilograms kilo kilos'),
  makeUnit('mass', 0.001, 'g gram grams'),
  makeUnit('mass', 0.45359237, 'lb lbs pound pounds'),
  makeUnit('mass', 0.028349523125, 'oz ounce ounces'),
  makeUnit('volume', 1, 'l liter liters litre litres'),
  makeUnit('volume', 0.001, 'ml milliliter milliliters millilitre millilitres'),
  makeUnit('volume', 3.785411784, 'gal gallon gallons'),
  makeUnit('time', 1, 's second seconds'),
  makeUnit('time', 60, 'min minute minutes'),
  makeUnit('time', 3600, 'h hour hours'),
  makeUnit('time', 86_400, 'day days'),
  makeUnit('temperature', 1, 'k kelvin'),
  makeUnit('temperature', 1, 'c celsius °c', 273.15),
  makeUnit('temperature', 5 / 9, 'f fahrenheit °f', 459.67 * (5 / 9)),
]

const findUnit = (name: string | undefined): Unit | undefined =>
  UNITS.find(({ names }) => names.includes((name ?? '').toLowerCase()))

const AMOUNT = String.raw`(-?\d+(?:\.\d+)?)\s*(?:degrees?\s+)?(°?[a-z]+)`
const FORWARD = new RegExp(String.raw`${AMOUNT}\s+(?:to|into|in|as)\s+(?:degrees?\s+)?(°?[a-z]+)`, 'i')
const BACKWARD = new RegExp(
  String.raw`how many\s+(°?[a-z]+)\s+(?:are|is|in|make|equal)(?:\s+(?:there\s+)?in)?\s+${AMOUNT}`,
  'i',
)

export const respondToConversion = (text: string): string | undefined => {
  const forward = FORWARD.exec(text)
  const backward = BACKWARD.exec(text)
  const [amount, fromName, toName] = forward?.slice(1) ?? [backward?.[2], backward?.[3], backward?.[1]]
  const from = findUnit(fromName)
  const to = findUnit(toName)
  if (amount === undefined || from === undefined || to === undefined || from.kind !== to.kind)
    return undefined
  const base = Number(amount) * from.factor + (from.zeroInBaseUnit ?? 0)
  const result = (base - (to.zeroInBaseUnit ?? 0)) / to.factor
  return `${amount} ${String(fromName)} = ${String(Number(result.toPrecision(6)))} ${String(toName)}`
}
