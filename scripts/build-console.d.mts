/** Writes the compressed copies and the list of the files of a built console. */
export function listFiles(folder: string): Promise<void>
