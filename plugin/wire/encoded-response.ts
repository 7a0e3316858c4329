/** A response in its final text: what either wire makes of a result or a refusal. */
export interface EncodedResponse {
  readonly status: number
  /** Content-Type. */
  readonly type: string
  readonly body: string
}
