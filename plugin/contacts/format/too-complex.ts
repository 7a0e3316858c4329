/** What was to be read takes more memory or time than it may have, or breaks the thread that reads it. */
export class TooComplex extends Error {
  override readonly name = 'TooHeavy'
}
