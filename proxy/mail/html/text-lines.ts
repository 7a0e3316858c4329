/** Lines of text that are written word by word, with what stands in front of them. */
export interface TextLines {
  /** Words in a line; any space between them counts as one. */
  readonly words: (text: string) => void
  /** Text whose spaces and line ends count. */
  readonly verbatim: (text: string) => void
  /** What follows stands apart from the word before. */
  readonly space: () => void
  /** What follows begins at least so many lines later; nothing at the beginning. */
  readonly apart: (lines: number) => void
  /** What follows begins another line later. */
  readonly lineBreak: () => void
  /** Lines from now on begin with `mark`, the first of them with `first`, until `unindent`. */
  readonly indent: (mark: string, first?: string) => void
  readonly unindent: () => void
  readonly toString: () => string
}

/** Deeper quotes and lists look like this deep ones: each line repeats all marks in front of it. */
const MAX_MARKS = 25

interface Mark {
  readonly mark: string
  /** Once only. */
  first: string | undefined
}

/** Nothing yet. */
export function createTextLines(): TextLines {
  const written: string[] = []
  const marks: Mark[] = []
  let isLineBegun = false
  let isSpaceDue = false
  let linesDue = 0
  /** How many of the marks were there all the time since the last word: empty lines have these alone. */
  let commonMarks = 0

  const shown = (): readonly Mark[] => marks.slice(0, MAX_MARKS)
  const beginLine = (): void => {
    const common = shown().slice(0, commonMarks)
    if (linesDue > 0 && written.length > 0) written.push('\n')
    const emptyLines = written.length > 0 ? linesDue - 1 : linesDue
    for (let line = 0; line < emptyLines; line += 1) {
      written.push(`${common.map(({ mark }) => mark).join('')}\n`)
    }
    for (const each of shown()) {
      written.push(each.first ?? each.mark)
      each.first = undefined
    }
    isLineBegun = true
    linesDue = 0
    commonMarks = marks.length
  }
  const put = (text: string): void => {
    if (!isLineBegun) beginLine()
    if (isSpaceDue) written.push(' ')
    isSpaceDue = false
    written.push(text)
  }
  const endLine = (): void => {
    isLineBegun = false
    isSpaceDue = false
  }
  const lineBreak = (): void => {
    endLine()
    linesDue += 1
  }
  const words = (text: string): void => {
    const pieces = text.split(/[ \t\r\n\f\u200b]+/)
    pieces.forEach((piece, place) => {
      if (place > 0 && isLineBegun) isSpaceDue = true
      if (piece !== '') put(piece)
    })
  }
  const verbatim = (text: string): void => {
    text.split(/\r\n|\n|\r/).forEach((line, place) => {
      if (place > 0) lineBreak()
      if (line !== '') put(line)
    })
  }
  return {
    words,
    verbatim,
    space() {
      if (isLineBegun) isSpaceDue = true
    },
    apart(lines) {
      endLine()
      if (written.length > 0) linesDue = Math.max(linesDue, lines)
    },
    lineBreak,
    indent(mark, first) {
      commonMarks = Math.min(commonMarks, marks.length)
      marks.push({ mark, first })
    },
    unindent() {
      marks.pop()
      commonMarks = Math.min(commonMarks, marks.length)
    },
    toString: () => written.join(''),
  }
}
