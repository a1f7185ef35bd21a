/** Installs the packages of the console, and builds it if a source changed since the last build. */
export function buildConsole(options: { withDev: boolean }): Promise<void>
