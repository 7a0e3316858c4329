/** A longer text is none that is read as an address. */
const MAX_TEXT = 300

/** The text of a link that is an address of the web itself. */
const WRITTEN = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/iu

/** Writes behind each link whose text is the address of one host where it really leads, if that is another. */
export function markOtherHosts(body: HTMLElement): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href^="http"]')) {
    const written = writtenHost(link.textContent.trim())
    const { hostname } = link
    if (written === undefined) continue
    if (isWithin(hostname, written) || isWithin(written, hostname)) continue
    const mark = body.ownerDocument.createElement('bdi')
    mark.textContent = ` (${hostname})`
    link.append(mark)
    link.title = link.href
  }
}

/** As the browser would spell it in an address; undefined for a text that is none. */
function writtenHost(text: string): string | undefined {
  const [, host] = text.length > MAX_TEXT ? [] : (WRITTEN.exec(text) ?? [])
  const url = `https://${host ?? ''}/`
  return host !== undefined && URL.canParse(url)
    ? new URL(url).hostname.replace(/^www\./, '')
    : undefined
}

// As proxy/address/domain-within.ts: what two parts of the page share becomes a file of its own, and a request.
function isWithin(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`)
}
