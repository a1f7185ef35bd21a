/** Times in the form of `<input type="datetime-local">`, which has no time zone. */

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The local time of the browser, to the minute; empty for a time that does not exist. */
export const toLocalInput = (time: number): string => {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
