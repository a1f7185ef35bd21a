/** What a column can be: its TypeScript type is what the program sees, its value is the SQL type. */

export type ColumnType = 'text' | 'bigint' | 'double precision' | 'json'

export const column = <T>(type: ColumnType): T => type as T
export const text = column<string>('text')
export const integer = column<number>('bigint')
export const real = column<number>('double precision')
/** JSON that is kept as the text it came as. */
export const jsonText = column<string>('text')
/** JSON that is searched; see the token {json} of the migrations. */
export const searchableJson = column<string>('json')
export const nullable = <T>(type: T): T | null => type
