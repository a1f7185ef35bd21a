const ALERT = /^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})_sigma(?:_deviation)?$/

/** Parses `2_sigma_deviation` to 2. Returns undefined for any other format. */
export const parseAlertThreshold = (alertOn: string): number | undefined => {
  const match = ALERT.exec(alertOn.trim().toLowerCase())
  const sigmas = Number(match?.[1])
  return sigmas > 0 ? sigmas : undefined
}
