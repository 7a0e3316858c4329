/** Why an upstream could not be used. */
export type UpstreamFaultCode =
  /** Nothing of the answer came: refused, reset, no such host. */
  | 'unreachable'
  /** Silent for longer than the time limit. */
  | 'timed_out'
  /** As many requests under way as this upstream is given. */
  | 'busy'
  /** http-proxy would not have passed this request on as it came. */
  | 'not_forwardable'

/** A request could not be passed on, and nothing of an answer was written. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault'
  readonly code: UpstreamFaultCode

  constructor(code: UpstreamFaultCode, options: { readonly cause?: unknown } = {}) {
    super(`upstream ${code}`, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
  }
}
