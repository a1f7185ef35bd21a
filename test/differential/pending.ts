/** Scenarios of what is not served yet, by name. They are skipped until their line is removed here. */
export const PENDING = new Set<string>([])
