/** A call that did not succeed, in words that the model may read. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

/** Definitions that no tools can be made of; `details` maps the field's path to what is wrong with it. */
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

/** A server whose tools cannot be had now. */
export class ToolsUnavailable extends Error {
  override readonly name = 'ToolsUnavailable'
  readonly code = 'tools_unavailable'
}
