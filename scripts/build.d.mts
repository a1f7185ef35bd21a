export const buildAll: () => Promise<void>
