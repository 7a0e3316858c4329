/** Takes the transfer encoding off a part, piece by piece. */
export interface PiecewiseDecoder {
  push(chunk: Buffer): Buffer
  /** What was held back because the next piece could have belonged to it. */
  end(): Buffer
}
