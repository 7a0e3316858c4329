/** One command of ManageSieve: its name in capitals, and what its words and strings are. */
export interface SieveCommand {
  readonly name: string
  readonly args: readonly string[]
}

/**
 * Takes the first command off what a client has sent so far, and what is left. Undefined: it is not whole yet. A client's literals wait
 * for nothing (`{n+}`, RFC 5804 4).
 */
export function takeCommand(
  received: Buffer,
): { readonly command: SieveCommand; readonly rest: Buffer } | undefined {
  const values: string[] = []
  for (let at = 0; ;) {
    const end = received.indexOf('\r\n', at)
    if (end === -1) return undefined
    const line = received.toString('utf8', at, end)
    const [, before = line, bytes] = /^(.*)\{(\d{1,10})\+\}$/.exec(line) ?? []
    values.push(...valuesIn(before))
    at = end + 2
    if (bytes === undefined) {
      const [name = '', ...args] = values
      return { command: { name: name.toUpperCase(), args }, rest: received.subarray(at) }
    }
    const literalEnd = at + Number(bytes)
    if (received.length < literalEnd) return undefined
    values.push(received.toString('utf8', at, literalEnd))
    at = literalEnd
  }
}

function valuesIn(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g)].map(
    ([, quoted, word = '']) => quoted?.replace(/\\(.)/g, '$1') ?? word,
  )
}
