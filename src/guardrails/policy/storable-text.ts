/** Texts of users, models and tokens may hold what PostgreSQL cannot keep. */
export const toStorable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export const toStorableOrNull = (text: string | null): string | null =>
  text === null ? null : toStorable(text)
