const ALERT = /^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})_sigma(?:_deviation)?$/

/** How many deviations `2_sigma_deviation` and its like stand for; undefined if the text is no such alert. */
export const parseAlertThreshold = (alertOn: string): number | undefined => {
  const match = ALERT.exec(alertOn.trim().toLowerCase())
  const sigmas = Number(match?.[1])
  return sigmas > 0 ? sigmas : undefined
}
