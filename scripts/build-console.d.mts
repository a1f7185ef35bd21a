/** Writes the compressed copies and the list of the files of a built console. */
export function listFiles(folder: string): Promise<void>

/** Installs the packages of the console, and builds it if a source changed since the last build. */
export function buildConsole(options: { withDev: boolean }): Promise<void>
