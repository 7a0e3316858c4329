import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { PageAssets } from './page/assets.ts'

/** One static file of our own pages, compressed once at start. */
export interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly brotli: Buffer
}

/** The static files by the names pages use; a name carries the hash of its content and never changes. */
export interface Assets {
  readonly page: PageAssets
  find(name: string): Asset | undefined
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Reads the built browser application from a directory holding app.js and app.css. */
export async function loadAssets(directory: URL): Promise<Assets> {
  const [script, style] = await Promise.all([
    loadAsset(new URL('app.js', directory), 'text/javascript; charset=utf-8'),
    loadAsset(new URL('app.css', directory), 'text/css; charset=utf-8'),
  ])
  const names = { script: `app-${hashOf(script)}.js`, style: `app-${hashOf(style)}.css` }
  const table = new Map([
    [names.script, script],
    [names.style, style],
  ])
  return {
    page: { script: `postern/${names.script}`, style: `postern/${names.style}` },
    find: (name) => table.get(name),
  }
}

async function loadAsset(file: URL, type: string): Promise<Asset> {
  const plain = await readFile(file)
  return {
    type,
    plain,
    gzip: await compressGzip(plain),
    brotli: await compressBrotli(plain),
  }
}

function hashOf(asset: Asset): string {
  return createHash('sha256').update(asset.plain).digest('hex').slice(0, 12)
}
