const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a number of bytes, such as 12.3 MB. */
export const formatSize = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? String(bytes) : (bytes / 1_000 ** power).toFixed(1)} ${UNITS[power] ?? ''}`
}
