/** Writes the compressed copies and the list of the files. Those in `unlisted` are not served by their name. */
export function listFiles(folder: string, unlisted?: readonly string[]): Promise<void>
