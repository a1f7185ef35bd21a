/** Texts of users, models and tokens may hold what PostgreSQL cannot keep. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text))
