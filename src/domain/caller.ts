/** Who sent a request. */
export interface Caller {
  /** Identifies the caller in its tenant: two API keys with the same name have different IDs. */
  id: string
  /** The name of the API key, or the subject of the token. It is shown to other users. */
  name: string
}
