import { readFile } from 'node:fs/promises'

/** The blocks for a shell below a heading of a document, as somebody copies them. Empty where there is none. */
export async function shellBlocks(file: string, heading: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8')
  // A comment of a shell begins like a heading.
  const sections = text.split(/^(?=#{2,} )/m)
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}
