const ALERT = /^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})_sigma(?:_deviation)?$/

/** How many deviations `2_sigma_deviation` and its like stand for; undefined if the text is no such alert. */
export const parseAlert = (alertOn: string): number | undefined => {
  const found = ALERT.exec(alertOn.trim().toLowerCase())
  const k = Number(found?.[1])
  return k > 0 ? k : undefined
}
