import type { Readable } from 'node:stream'

const PREFIX = /^\/cPanel_magic_revision_\d+(?=\/)/

/** Styles are small; the panel reads one whole to rewrite it, and gives up on a longer one. */
const MAX_STYLE_CHARACTERS = 4 * 1024 * 1024

/** What a panel does to styles it serves, which an application must survive: `url(/x` gets a revision. */
export async function rewriteStyle(style: Readable): Promise<string> {
  let text = ''
  style.setEncoding('utf8')
  for await (const chunk of style) {
    text += String(chunk)
    if (text.length > MAX_STYLE_CHARACTERS) throw new Error('the style is too long')
  }
  return text.replace(/url\((['"]?)\/(?!\/)/g, 'url($1/cPanel_magic_revision_1/')
}

/** The target without a revision in front. */
export function withoutRevision(target: string): string {
  return target.replace(PREFIX, '')
}
