const Z = 1.959964

/** Where a rate lies with 95 % confidence, of which `part` in `whole` were seen: honest for few, unlike mean ± error. */
export const wilsonInterval = (part: number, whole: number): [number, number] => {
  const rate = part / whole
  const z2 = (Z * Z) / whole
  const middle = (rate + z2 / 2) / (1 + z2)
  const half = (Z * Math.sqrt((rate * (1 - rate)) / whole + z2 / (4 * whole))) / (1 + z2)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
