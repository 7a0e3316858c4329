/** Lines of text that are written word by word, with what is in front of them. */
export interface TextLines {
  /** Words in a line; any space between them counts as one. */
  readonly text: (text: string) => void
  /** Text whose spaces and line ends count. */
  readonly verbatim: (text: string) => void
  /** What follows stands apart from the word before. */
  readonly space: () => void
  /** What follows starts at least so many lines later; nothing at the beginning. */
  readonly apart: (lines: number) => void
  /** What follows starts another line later. */
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
  let isLineStarted = false
  let isSpaceDue = false
  let linesDue = 0
  /** How many of the marks were there all the time since the last word: empty lines have these alone. */
  let commonMarks = 0

  const shown = (): readonly Mark[] => marks.slice(0, MAX_MARKS)
  const startLine = (): void => {
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
    isLineStarted = true
    linesDue = 0
    commonMarks = marks.length
  }
  const put = (text: string): void => {
    if (!isLineStarted) startLine()
    if (isSpaceDue) written.push(' ')
    isSpaceDue = false
    written.push(text)
  }
  const endLine = (): void => {
    isLineStarted = false
    isSpaceDue = false
  }
  const lineBreak = (): void => {
    endLine()
    linesDue += 1
  }
  const texts = (text: string): void => {
    const pieces = text.split(/[ \t\r\n\f\u200b]+/)
    pieces.forEach((piece, index) => {
      if (index > 0 && isLineStarted) isSpaceDue = true
      if (piece !== '') put(piece)
    })
  }
  const verbatim = (text: string): void => {
    text.split(/\r\n|\n|\r/).forEach((line, index) => {
      if (index > 0) lineBreak()
      if (line !== '') put(line)
    })
  }
  return {
    text: texts,
    verbatim,
    space() {
      if (isLineStarted) isSpaceDue = true
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
