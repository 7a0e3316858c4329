import { createHash, timingSafeEqual } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'

/** The body is not the one that was signed. */
export class BodyForged extends Error {
  override readonly name = 'BodyForged'
}

/**
 * The same body, which fails at its end with BodyForged when it has another SHA-256 (hex) than was
 * vouched for. Nothing is buffered: whoever reads it must not act before the end.
 */
export function checkedBody(body: Readable, digest: string): Readable {
  const hash = createHash('sha256')
  const expected = Buffer.from(digest, 'hex')
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      const actual = hash.digest()
      const isSame = actual.length === expected.length && timingSafeEqual(actual, expected)
      done(isSame ? null : new BodyForged('the body is not the one that was signed'))
    },
  })
  // The reader of `check` hears of every failure, those of the socket included.
  pipeline(body, check, () => undefined)
  return check
}
