/** A comparator (RFC 4790) over strings with one character per byte. */
export interface Comparator {
  /** What is equal to the comparator becomes the same text. */
  readonly normalize: (text: string) => string
  /** Negative, 0 or positive. */
  readonly compare: (a: string, b: string) => number
  readonly isCaseless: boolean
}

const octet: Comparator = {
  normalize: (text) => text,
  compare: (a, b) => (a < b ? -1 : Number(a > b)),
  isCaseless: false,
}

/** Letters beyond ASCII are parts of bytes here, and stay. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

const asciiCasemap: Comparator = {
  normalize: lowerAscii,
  compare: (a, b) => octet.compare(lowerAscii(a), lowerAscii(b)),
  isCaseless: true,
}

/** RFC 4790 9.1: what starts with no digit is larger than every number, and equal to its like. */
const asciiNumeric: Comparator = {
  normalize: (text) => /^[0-9]*/.exec(text)?.[0].replace(/^0+(?=[0-9])/, '') ?? '',
  compare: (a, b) => {
    const [left, right] = [asciiNumeric.normalize(a), asciiNumeric.normalize(b)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return left.length - right.length || octet.compare(left, right)
  },
  isCaseless: false,
}

const COMPARATORS: ReadonlyMap<string, Comparator> = new Map([
  ['i;octet', octet],
  ['i;ascii-casemap', asciiCasemap],
  ['i;ascii-numeric', asciiNumeric],
])

/** The comparator of a name; undefined for one that is not known here. */
export function comparatorOf(name: string): Comparator | undefined {
  return COMPARATORS.get(name)
}
