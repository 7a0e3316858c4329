/** How the bytes of an answer are written (RFC 9110 8.4.1). */
export type ContentCoding = 'br' | 'gzip' | 'identity'

/** Where a client likes several the same: brotli is the smaller. */
const OURS: readonly ContentCoding[] = ['br', 'gzip', 'identity']

/**
 * What a client likes most by its Accept-Encoding (RFC 9110 12.5.3). The order it names them in means
 * nothing. Where it takes nothing of ours the answer goes out as it is: it has to be told something.
 */
export function chooseCoding(accepted: string | undefined): ContentCoding {
  if (accepted === undefined) return 'identity'
  const weights = new Map(accepted.split(',').map(weightOf))
  let chosen: ContentCoding = 'identity'
  let best = 0
  for (const coding of OURS) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0
    if (weight <= best) continue
    chosen = coding
    best = weight
  }
  return chosen
}

/** A weight of up to three decimals (RFC 9110 12.4.2). */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** One element of the list. A weight that can not be understood counts as a refusal. */
function weightOf(element: string): [coding: string, weight: number] {
  const [coding = '', parameter] = element.split(';').map((part) => part.trim().toLowerCase())
  return [coding, parameter === undefined ? 1 : Number(WEIGHT.exec(parameter)?.[1] ?? 0)]
}
