/** Writes a mailbox name in modified UTF-7 (RFC 3501 5.1.3): `Entwürfe` is `Entw&APw-rfe`. */
export function encodeModifiedUtf7(name: string): string {
  return name.replace(/&|[^\x20-\x7e]+/g, (run) => {
    if (run === '&') return '&-'
    const utf16 = Buffer.from(run, 'utf16le').swap16()
    return `&${utf16.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  })
}

/** Reads modified UTF-7; what is not well-formed is kept as it stands. */
export function decodeModifiedUtf7(name: string): string {
  if (!name.includes('&')) return name
  return name.replace(/&([A-Za-z0-9+,]*)-/g, (run, base64: string) => {
    if (base64 === '') return '&'
    const utf16 = Buffer.from(base64.replaceAll(',', '/'), 'base64')
    return utf16.length % 2 === 0 ? utf16.swap16().toString('utf16le') : run
  })
}
