/** An id that no one has had before, 32 hexadecimal digits; over plain HTTP browsers have no `randomUUID`. */
export function newId(crypto: Pick<Crypto, 'getRandomValues'>): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
