export function prepare(options: { withDev: boolean }): Promise<void>
