export const LATER_VERSIONS: string[]
export const OLD_VERSIONS: string[]
export const findNode: (version: string) => string | undefined
