import { INLINE_IMAGE } from './allowed.ts'

const LINKED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Where a link leads: an absolute address, a place in the message (`#…`), or nowhere. */
export function linkTarget(written: string, base: string | undefined): string | undefined {
  const text = written.trim()
  if (text.startsWith('#')) return text
  const url = absolute(text, base)
  return url !== undefined && LINKED.has(url.protocol) ? url.href : undefined
}

/** What a source of an image is: inside the mail, of another server (always by https), or neither. */
export function imageSource(
  written: string,
  base: string | undefined,
): { readonly kind: 'inside' | 'remote'; readonly url: string } | undefined {
  const text = written.trim()
  if (text.startsWith('data:')) {
    return INLINE_IMAGE.test(text) ? { kind: 'inside', url: text } : undefined
  }
  const url = absolute(text, base)
  if (url?.protocol === 'http:') url.protocol = 'https:'
  return url?.protocol === 'https:' ? { kind: 'remote', url: url.href } : undefined
}

/** As a browser would read it; without a base `//host` is taken as https, and what is relative leads nowhere. */
function absolute(text: string, base: string | undefined): URL | undefined {
  const written = text.startsWith('//') && base === undefined ? `https:${text}` : text
  return URL.canParse(written, base) ? new URL(written, base) : undefined
}

/** The base that a mail names for itself, as far as it is one that can be. */
export function usableBase(written: string | null | undefined): string | undefined {
  const url = absolute(written ?? '', undefined)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : undefined
}
