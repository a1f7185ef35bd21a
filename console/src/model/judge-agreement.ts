/** Cohen's kappa in words. The limits are conventions (Landis and Koch), not laws. */
const LEVELS = [
  { from: 0.81, words: 'Agrees with people almost always.' },
  { from: 0.61, words: 'Agrees with people well.' },
  { from: 0.41, words: 'Agrees with people moderately: check its verdicts.' },
  { from: 0.21, words: 'Agrees with people only in part: do not rely on it.' },
  { from: -1, words: 'Agrees with people hardly more than chance: do not use it.' },
]

export const describeAgreement = (kappa: number | null): string => {
  if (kappa === null) return 'The agreement cannot be computed: all labels or all verdicts are equal.'
  return LEVELS.find(({ from }) => kappa >= from)?.words ?? ''
}
