/** Which messages of how many a page shows. */
export interface RowCount {
  readonly first: number
  readonly last: number
  readonly total: number
}

/** `Messages 51 to 100 of 1000` in the reader's language: the words, and which number stands between them. */
export interface RowCountText {
  readonly words: readonly string[]
  readonly numbers: readonly (keyof RowCount)[]
}

const ORDERS = [
  ['first', 'last', 'total'],
  ['total', 'first', 'last'],
] as const

/**
 * Learns how it is written from one that was. undefined when these are other numbers, or equal ones leave their order
 * open.
 */
export function learnRowCountText(text: string, count: RowCount): RowCountText | undefined {
  const words = text.split(/\d+/)
  const numbers = text.match(/\d+/g) ?? []
  if (numbers.length !== 3) return undefined
  const [order, ...others] = ORDERS.filter((names) =>
    names.every((name, index) => String(count[name]) === numbers[index]),
  )
  return order === undefined || others.length > 0 ? undefined : { words, numbers: order }
}

/** The text for another page. */
export function writeRowCount({ words, numbers }: RowCountText, count: RowCount): string {
  return words.reduce((text, word, index) => {
    const name = numbers[index - 1]
    return name === undefined ? text + word : `${text}${count[name]}${word}`
  })
}
