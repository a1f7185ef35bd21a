/** A failed tool call. The model reads the message. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

/** Invalid tool definitions; `details` maps field paths to problems. */
export class InvalidTools extends Error {
  override readonly name = 'InvalidTools'
  readonly code = 'invalid_tools'
  constructor(readonly details: Readonly<Record<string, string>>) {
    super(
      Object.entries(details)
        .map(([path, text]) => `${path} ${text}`)
        .join('; '),
    )
  }
}

/** The tools of an MCP server cannot be listed at the moment. */
export class ToolsUnavailable extends Error {
  override readonly name = 'ToolsUnavailable'
  readonly code = 'tools_unavailable'
}
