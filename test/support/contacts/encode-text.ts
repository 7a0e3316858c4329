/** Text as bytes of a charset that TextDecoder reads: what is decoded to each character. Throws for what the charset has not. */
export function encodeText(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset)
  const bytesOf = new Map<string, Buffer>()
  const remember = (bytes: Buffer): void => {
    const character = decoder.decode(bytes)
    if (!character.includes('\ufffd') && !bytesOf.has(character)) bytesOf.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) remember(Buffer.from([byte]))
  if (/[\u3000-\uffff]/.test(text)) {
    for (let lead = 0x81; lead < 0xff; lead += 1) {
      for (let trail = 0x40; trail < 0xff; trail += 1) remember(Buffer.from([lead, trail]))
    }
  }
  const pieces = Array.from(text, (character) => {
    const bytes = bytesOf.get(character)
    if (bytes === undefined) throw new Error(`${charset} has no ${character}`)
    return bytes
  })
  return Buffer.concat(pieces)
}
