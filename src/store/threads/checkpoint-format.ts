/** The key of a checkpoint's text that tells the versions of the values which lie outside of it, by channel. */
export const STORED_VERSIONS = 'stored_versions'
