/** Distinguishes random values, such as keys, from words and numbers. */

/** The Shannon entropy of the characters, in bits per character. A random key of 20 characters has about 4. */
export const computeEntropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let entropy = 0
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length)
  return entropy
}

/** True for letters and digits without order: placeholders repeat characters, words have no digits. */
export const isRandomValue = (value: string, minEntropy: number): boolean =>
  /[0-9]/.test(value) && /[A-Za-z]/.test(value) && computeEntropy(value) >= minEntropy

const MIN_RUN = 16
const MIN_RUN_ENTROPY = 3

/** True if a part without dashes is long and random. Names of packages are short words between dashes. */
export const hasRandomRun = (text: string): boolean =>
  text.split(/[-_.~]/).some((run) => run.length >= MIN_RUN && isRandomValue(run, MIN_RUN_ENTROPY))
