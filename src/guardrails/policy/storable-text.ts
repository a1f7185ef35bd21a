/** Replaces what PostgreSQL cannot store in text: U+0000 and unpaired surrogates. */
export const toStorable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export const toStorableOrNull = (text: string | null): string | null =>
  text === null ? null : toStorable(text)
