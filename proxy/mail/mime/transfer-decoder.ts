/** Takes the transfer encoding off a part, piece by piece. */
export interface TransferDecoder {
  push(chunk: Buffer): Buffer
  /** What was held back because the next piece could have belonged to it. */
  end(): Buffer
}

const NOTHING = Buffer.alloc(0)

/** A decoder for a Content-Transfer-Encoding (RFC 2045 6); unknown ones pass the bytes through. */
export function createTransferDecoder(encoding: string): TransferDecoder {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return base64Decoder()
    case 'quoted-printable':
      return quotedPrintableDecoder()
    default:
      return { push: (chunk) => chunk, end: () => NOTHING }
  }
}

/** Decodes a whole part at once. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  const decoder = createTransferDecoder(encoding)
  return Buffer.concat([decoder.push(bytes), decoder.end()])
}

function base64Decoder(): TransferDecoder {
  let held = ''
  return {
    push: (chunk) => {
      const text = held + chunk.toString('latin1').replace(/[^A-Za-z0-9+/]/g, '')
      const whole = text.length - (text.length % 4)
      held = text.slice(whole)
      return Buffer.from(text.slice(0, whole), 'base64')
    },
    end: () => Buffer.from(held, 'base64'),
  }
}

function quotedPrintableDecoder(): TransferDecoder {
  let held = ''
  const decode = (text: string) =>
    Buffer.from(
      text
        // Blanks at the end of a line were added on the way (RFC 2045 6.7 rule 3).
        .replace(/[ \t]+(?=\r?\n)/g, '')
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-Fa-f]{2})/g, (_match, hex: string) =>
          String.fromCharCode(parseInt(hex, 16)),
        ),
      'latin1',
    )
  return {
    push: (chunk) => {
      const text = held + chunk.toString('latin1')
      // An escape, a soft line break or blanks may be cut at the end of the piece.
      const from = /(?:=[0-9A-Fa-f]?|=?[ \t\r]+|=[ \t]*\r?)$/.exec(text.slice(-1_024))
      const keep = from === null ? 0 : from[0].length
      held = text.slice(text.length - keep)
      return decode(text.slice(0, text.length - keep))
    },
    end: () => decode(held),
  }
}
