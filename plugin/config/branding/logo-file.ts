import { open } from 'node:fs/promises'

/** A logo as it is sent. */
export interface LogoFile {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'
  readonly extension: 'png' | 'jpg' | 'webp' | 'svg'
  readonly content: Buffer
}

/** It is on the sign-in page, which everybody loads. */
const MAX_LOGO_BYTES = 256 * 1024

/** Reads a logo, whose kind its bytes say and not its name. Throws for a file that is none, in words for the administrator. */
export async function readLogo(path: string): Promise<LogoFile> {
  const content = await readBounded(path)
  const kind = kindOf(content)
  if (kind === undefined) throw new TypeError(`${path} is no PNG, JPEG, WebP or SVG`)
  return { ...kind, content }
}

async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new TypeError(`${path} is no file`)
    if (stats.size > MAX_LOGO_BYTES) {
      throw new TypeError(`${path} has ${stats.size} bytes; a logo has at most ${MAX_LOGO_BYTES}`)
    }
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function kindOf(content: Buffer): Pick<LogoFile, 'type' | 'extension'> | undefined {
  const head = content.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { type: 'image/png', extension: 'png' }
  if (head.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', extension: 'jpg' }
  if (/^RIFF.{4}WEBP$/s.test(head)) return { type: 'image/webp', extension: 'webp' }
  // As an image no script of it runs, and opened by its address it has a policy that lets none (brand-files.ts).
  const text = content
    .toString('utf8')
    .replace(/^\ufeff?\s*(<\?xml[^>]*\?>)?\s*(<!--[\s\S]*?-->\s*)*/, '')
  return /^<svg[\s>]/.test(text) ? { type: 'image/svg+xml', extension: 'svg' } : undefined
}
