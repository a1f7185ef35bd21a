/** Column types: the TypeScript type is the type of the value in a row, the value is the name of the SQL type. */

export type ColumnType = 'text' | 'bigint' | 'double precision' | 'json' | 'blob'

export const column = <T>(type: ColumnType): T => type as T
export const text = column<string>('text')
export const integer = column<number>('bigint')
export const real = column<number>('double precision')
/** JSON that is stored unchanged as text. */
export const jsonText = column<string>('text')
/** JSON that is searched by content; see the token {json} in the migrations. */
export const searchableJson = column<string>('json')
/** Bytes; see the token {blob} in the migrations. */
export const bytes = column<Uint8Array>('blob')
export const nullable = <T>(type: T): T | null => type
