import { readFile } from 'node:fs/promises'

/** The blocks for a shell below a heading of a document, as a user copies them. Empty where there is none. */
export function shellBlocks(file: string, heading: string): Promise<readonly string[]> {
  return codeBlocks(file, heading, 'sh')
}

/** The same of any language. */
export async function codeBlocks(
  file: string,
  heading: string,
  language: string,
): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8')
  // A comment of a shell starts like a heading.
  const sections = text.split(/^(?=#{2,} )/m)
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? ''
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))
  return [...blocks].map(([, block = '']) => block)
}
