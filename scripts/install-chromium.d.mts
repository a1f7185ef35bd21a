export const findChromium: () => string | undefined
export const installChromium: () => void
