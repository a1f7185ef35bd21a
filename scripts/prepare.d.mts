export function prepare(options: { withDev: boolean }): Promise<void>
export function build(): Promise<void>
