import { isDomainWithin } from './domain-within.ts'

/**
 * Signs that are taken for letters of a domain (a part of the table of UTS 39, Unicode 16), by the letter. Letters with marks are
 * taken for those without; what looks like it only in some fonts (`rn`, `vv`, `cl`) counts as well.
 */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƄ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еҽ℮',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıιɩ',
  j: 'јϳ',
  k: 'кκ',
  l: '1|ӏǀⅼ',
  m: 'мⅿ',
  n: 'ոпη',
  o: '0оοօσ',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гᴦ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսц',
  v: 'ѵνⅴ',
  w: 'ԝωɯ',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ',
}
const letterOf = new Map(
  Object.entries(TAKEN_FOR).flatMap(([letter, signs]) =>
    Array.from(signs).map((sign) => [sign, letter]),
  ),
)
/** Of the longest label: shorter ones differ from each other by a letter without meaning to, as gmail.com and mail.com. */
const MIN_SIMILAR = 6

/** Many domains, of which some differ by a letter without meaning to: only what looks the same counts among them. */
export interface KnownDomains {
  /** True for one of them, and for a part of one. */
  covers(domain: string): boolean
  /** The one that looks the same. */
  twinOf(domain: string): string | undefined
}

/** Looks at each domain once, however often one is compared with them. */
export function knownDomains(domains: Iterable<string>): KnownDomains {
  const known = new Set(domains)
  const byLooks = new Map<string, string>()
  for (const domain of known) {
    const looks = skeleton(domain)
    if (!byLooks.has(looks)) byLooks.set(looks, domain)
  }
  return {
    covers: (domain) =>
      domain.split('.').some((_, index, labels) => known.has(labels.slice(index).join('.'))),
    twinOf: (domain) => byLooks.get(skeleton(domain)),
  }
}

/**
 * The one of the domains that this one could be taken for; undefined for none, and for one of them or a part of it.
 */
export function lookAlikeOf(
  domain: string,
  own: readonly string[],
  others: readonly KnownDomains[] = [],
): string | undefined {
  const written = domain.toLowerCase()
  if (own.some((one) => isDomainWithin(written, one))) return undefined
  if (others.some((known) => known.covers(written))) return undefined
  const looks = skeleton(written)
  const similar = own.find((one) => {
    const other = skeleton(one)
    return other === looks || (isLong(one) && isOneSlipAway(looks, other))
  })
  return similar ?? others.map((known) => known.twinOf(written)).find((one) => one !== undefined)
}

function isLong(domain: string): boolean {
  return domain.split('.').some((label) => label.length >= MIN_SIMILAR)
}

/** Two domains with the same one look the same (UTS 39 4). */
function skeleton(domain: string): string {
  const letters = Array.from(domain.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
  return letters
    .map((sign) => letterOf.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
}

/** One letter more, less or other, or two in the wrong order. */
function isOneSlipAway(one: string, other: string): boolean {
  const difference = one.length - other.length
  if (Math.abs(difference) > 1) return false
  let start = 0
  while (start < other.length && one[start] === other[start]) start += 1
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  if (difference === 1) return rest(one, 1) === rest(other, 0)
  if (difference === -1) return rest(one, 0) === rest(other, 1)
  const isSwapped = one[start] === other[start + 1] && one[start + 1] === other[start]
  return rest(one, 1) === rest(other, 1) || (isSwapped && rest(one, 2) === rest(other, 2))
}
