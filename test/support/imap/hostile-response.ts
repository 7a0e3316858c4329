/** A response of a head, so many bytes of a repeated unit, and a tail; one character per byte. */
export interface HostileResponse {
  readonly head: string
  readonly unit: string
  readonly bytes: number
  readonly tail: string
}
