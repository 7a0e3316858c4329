/**
 * Addresses as they were copied elsewhere, as a field takes them: a comma between two of them. A break ends one, and so
 * does a space behind one; a link to a user (RFC 6068) is their address. undefined: they can stay as they are.
 */
export function arrangedAddresses(pasted: string): string | undefined {
  const trimmed = pasted.trim()
  const parts = withoutLinks(trimmed)
    .split(/[\r\n\t]+/)
    .map((part) =>
      withCommas(
        part
          .trim()
          .replace(/[,;，；、،؛]$/, '')
          .trim(),
      ),
    )
    .filter((part) => part !== '')
  const arranged = parts.join(', ')
  const isSame = parts.length === 1 && arranged === trimmed.replace(/[,;，；、،؛]$/, '').trim()
  return isSame ? undefined : arranged
}

/** What a link says beside the address, as the subject, is left. */
function withoutLinks(text: string): string {
  return text.replace(/\bmailto:([^\s?<>"']*)(?:\?[^\s<>"']*)?/gi, (_link, address: string) => {
    try {
      return decodeURIComponent(address)
    } catch {
      return address
    }
  })
}

/**
 * A quoted name, which stays as it is; else the spaces behind an address, bare or in brackets, and before another one, and
 * not before a name in parentheses.
 */
const BETWEEN =
  /("(?:[^"\\]|\\.)*")|(?:(?<=[^\s@<>,;，；、،؛"]@[^\s@<>,;，；、،؛"]+\.[^\s@<>,;，；、،؛"]+)\s+(?=[^\s<(,;，；、،؛])|(?<=@[^\s<>]+>)\s+(?=[^\s(,;，；、،؛]))/g

function withCommas(part: string): string {
  return part.replace(BETWEEN, (_found, name: string | undefined) => name ?? ', ')
}
