const Z = 1.959964

/** The 95 % Wilson score interval of a proportion, which is reliable for small samples. */
export const wilsonInterval = (successes: number, total: number): [number, number] => {
  const rate = successes / total
  const z2 = (Z * Z) / total
  const center = (rate + z2 / 2) / (1 + z2)
  const halfWidth = (Z * Math.sqrt((rate * (1 - rate)) / total + z2 / (4 * total))) / (1 + z2)
  return [Math.max(0, center - halfWidth), Math.min(1, center + halfWidth)]
}
